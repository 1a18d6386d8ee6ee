# The architecture as data: one row per layer, from which the links between targets are made and against which every
# include is held.
#
#   "LAYER: layers that its headers include | layers that only its sources include"
#
# A row names every layer of which a file of this one includes a header, and rows stand below those they use. What stands
# behind the bar is linked PRIVATE: who uses the layer doesn't see it, so an include against the rows does not compile.
# Where another's header brings a folder into sight, CheckLayerIncludes.cmake still fails the build of an include that
# the row does not name. `*`: every layer above the row. The command stands above them all.
set(LOCKSTEP_LAYERS
  "host:"
  "reference/formats:| host"
  "reference/exact: reference/formats"
  "reference/scaling: host reference/formats reference/exact"
  "reference/layouts:"
  "reference/operators: host reference/formats reference/exact | reference/scaling"
  "emulator/matrix/models:"
  "emulator/matrix/layouts: reference/formats emulator/matrix/models"
  "emulator/matrix/units: reference/formats emulator/matrix/models emulator/matrix/layouts"
  "emulator/matrix/slow: reference/formats emulator/matrix/models emulator/matrix/units"
  "emulator/matrix/fast: host reference/formats emulator/matrix/models emulator/matrix/layouts emulator/matrix/units"
  "emulator/accumulation: host reference/operators emulator/matrix/models emulator/matrix/fast | reference/formats emulator/matrix/units"
  "emulator/code_object:"
  "emulator/findings:"
  "emulator/isa: host emulator/findings"
  "emulator/lint: emulator/findings emulator/code_object emulator/isa"
  "emulator/machine/memory: host"
  "emulator/machine/schedule:"
  "emulator/machine/waves: host emulator/matrix/models emulator/matrix/layouts emulator/matrix/fast emulator/findings emulator/isa emulator/machine/memory emulator/machine/schedule"
  "emulator/machine/scalar: emulator/machine/waves | emulator/isa"
  "emulator/machine/vector: emulator/isa emulator/machine/waves | host"
  "emulator/machine/transfers: host emulator/matrix/fast emulator/machine/waves | reference/formats emulator/machine/memory"
  "emulator/machine/lds: emulator/machine/waves emulator/machine/transfers | host emulator/matrix/fast emulator/machine/memory"
  "emulator/machine/memory_operations: emulator/machine/memory emulator/machine/waves emulator/machine/transfers | emulator/isa emulator/machine/lds"
  "emulator/machine/matrix: emulator/matrix/layouts emulator/matrix/units emulator/matrix/fast emulator/machine/waves | host emulator/isa"
  "emulator/machine/dispatch: host emulator/findings emulator/code_object emulator/isa emulator/lint emulator/machine/waves | emulator/machine/scalar emulator/machine/vector emulator/machine/lds emulator/machine/memory_operations emulator/machine/matrix"
  "emulator/checks: emulator/findings emulator/isa emulator/lint emulator/machine/memory emulator/machine/waves emulator/machine/dispatch | host emulator/machine/vector"
  "emulator/launch: host reference/formats reference/exact emulator/code_object emulator/machine/memory emulator/machine/schedule emulator/machine/dispatch"
  "emulator/runtime: host emulator/code_object emulator/matrix/models emulator/machine/memory emulator/machine/schedule emulator/machine/waves emulator/machine/dispatch emulator/checks | emulator/findings emulator/isa"
  "devices: emulator/matrix/models | emulator/code_object emulator/machine/dispatch"
  "kernels: reference/operators emulator/code_object | reference/formats"
  "properties/cases: reference/formats emulator/machine/schedule | host"
  "properties/recipes: emulator/launch | host"
  "properties/problems: reference/formats reference/scaling reference/layouts reference/exact reference/operators emulator/matrix/models emulator/machine/memory emulator/code_object kernels properties/cases properties/recipes | host emulator/accumulation emulator/launch"
  "properties/verdict: reference/exact reference/operators properties/cases"
  "properties/launch_outputs: reference/formats reference/operators emulator/matrix/models emulator/launch properties/verdict | reference/exact emulator/accumulation"
  "properties/judges: reference/formats reference/operators kernels properties/cases | properties/problems"
  "properties/laws: devices emulator/machine/dispatch emulator/checks kernels properties/cases properties/recipes properties/problems properties/verdict properties/judges | host reference/exact"
  "properties/comparison: kernels properties/cases properties/verdict properties/laws | host emulator/matrix/models properties/problems"
  "properties/schedule_search: emulator/isa emulator/machine/waves properties/laws | host properties/verdict"
  "properties/wait_mutation: emulator/code_object emulator/isa emulator/machine/waves kernels properties/cases properties/laws | host emulator/lint emulator/checks properties/problems properties/verdict"
  "properties/probe: reference/formats emulator/matrix/models emulator/matrix/layouts devices | host emulator/matrix/units emulator/matrix/fast kernels"
  "bench:*"
)
