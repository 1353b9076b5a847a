import { setPriority } from 'node:os'

// The longest test files ring phones of a whole product in real time, and what it concludes depends on when it gets to answer. All
// others only need to be done at some time: they leave the processors to those.
// A quarter of a processor that others want as well: enough for the limits of these tests.
setPriority(5)
