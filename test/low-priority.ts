import { constants, setPriority } from 'node:os'

// The longest test files ring phones of a whole product in real time, and what it concludes depends on when it gets to answer. All
// others only need to be done at some time: they leave the processors to those.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
