/** `npm run build`: builds the screens and puts them into `dist/`, also under a running server. */
import { buildScreens } from './screens-build.ts'
import { StartError } from './platform/start-error.ts'

try {
  await buildScreens()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
