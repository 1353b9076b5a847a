// npm run build: installs what is missing and builds the web app, so that the server can be started without npm.
import { install } from './install.js'
import { buildWeb } from './web-build.js'

await buildWeb(await install({ withDevelopment: true }))
