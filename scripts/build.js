// npm run build: installs what is missing and builds the web app and the server, so that the server can be started without npm.

import { buildProduct } from './build-product.js'
import { install } from './install.js'

await buildProduct(await install({ withDevelopment: true }))
