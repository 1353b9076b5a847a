import { writeFileSync } from 'node:fs'
import { envExample } from '#server/platform/environment/env.ts'

writeFileSync(new URL('../.env.example', import.meta.url), envExample())
