import { startModelSimulator } from '#simulators/model/model-simulator.ts'

// The scripted model in a process of its own, which answers at once: started by talks.ts, ends with its parent.
const model = await startModelSimulator()
process.on('disconnect', () => process.exit(0))
process.send?.(model.url)
