"""What `lockstep judge` does with a candidate in Python. Three processes, none of which trusts the next:

    the command        the budget, the self-test, the verdict
    judging (here)     the device, the reference, the inputs, what is compared
    the candidate      the user's function, with arrays of a device that lies in the process above

A candidate may patch what it likes in its own process: it has neither the reference nor the bytes that are judged."""
