// a*b+c, compiled twice from one source: with the project's flags, and with contraction as the control.
#pragma once

float product_plus_as_project(float a, float b, float c);
float product_plus_contracted(float a, float b, float c);
