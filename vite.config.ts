/** Builds the PWA (`server/screens-build.ts` puts it into dist/) and, in development, serves it with hot reload in front of a running server. */
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { licences } from './scripts/licences.ts'

const MANIFEST = 'manifest.webmanifest'

/** Gives the top-level manifest an unhashed address: an installed app is tied to it. */
function manifest(): Plugin {
  return {
    name: 'larder-manifest',
    configureServer(server) {
      server.middlewares.use(`/${MANIFEST}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json').end(readFileSync(MANIFEST))
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: readFileSync(MANIFEST) })
    },
  }
}

/** What the development server may give to a browser, beside Vite's own addresses. Secrets may lie in every other folder. */
const SERVED = ['index.html', 'src', 'contract', 'public', 'node_modules']

/**
 * Refuses every address that means another file or folder of the checkout, before Vite looks at it. Vite's own list of
 * what it refuses (`server.fs.deny`) knows names such as `.env` and `*.pem`, and gives away `.data/postgres/password`.
 */
function onlyServed(): Plugin {
  return {
    name: 'larder-only-served',
    configureServer({ config: { root }, middlewares }) {
      middlewares.use((request, response, next) => {
        if (isServed(request.url ?? '/', root)) return next()
        response.statusCode = 404
        response.end()
      })
    },
  }
}

function isServed(url: string, root: string): boolean {
  let address: string
  try {
    address = path.posix.normalize(decodeURIComponent(url.replace(/[?#].*$/s, '')))
  } catch {
    return false
  }
  const file = address.startsWith('/@fs/') ? address.slice('/@fs'.length) : path.join(root, address)
  const [first = ''] = path.relative(root, file).split(path.sep)
  // An address that names nothing of the checkout is a screen of the app, an address of Vite's, or nothing.
  return SERVED.includes(first) || (first !== '..' && (first === '' || !existsSync(path.join(root, first))))
}

/** Refuses chunks that import each other: they run in an arbitrary order, and a screen fails when it is opened. */
function noCycles(): Plugin {
  return {
    name: 'larder-no-cycles',
    generateBundle(_options, bundle) {
      const seen = new Map<string, 'open' | 'done'>()
      const follow = (name: string, path: readonly string[]): void => {
        if (seen.get(name) === 'open') this.error(`chunks import each other: ${[...path, name].join(' → ')}`)
        const file = bundle[name]
        if (seen.has(name) || file?.type !== 'chunk') return
        seen.set(name, 'open')
        for (const next of file.imports) follow(next, [...path, name])
        seen.set(name, 'done')
      }
      for (const name of Object.keys(bundle)) follow(name, [])
    },
  }
}

/** docs/decisions/0157: one import too many, and everybody waits for a quarter more before they can sign in. */
function noSchemasFirst(): Plugin {
  return {
    name: 'larder-no-schemas-first',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (
          file.type === 'chunk' &&
          file.isEntry &&
          file.moduleIds.some((id) => id.includes('/node_modules/zod/'))
        )
          this.error(
            `zod is part of the first file, ${file.fileName}: a module of it imports a schema of the contract`,
          )
    },
  }
}

/** A part of the app that fails to load is asked for once more, when the worker has looked at what it holds. */
function loadAgain(): Plugin {
  const made = 'export const __vitePreload = '
  return {
    name: 'larder-load-again',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(made)) this.error('Vite loads parts in another way now: see larder-load-again')
        return `import { loadAgain } from '/src/app/load-again.ts'
${code.replace(made, 'const once = ')}
export const __vitePreload = (...part) => once(...part).catch((error) => loadAgain(error, () => once(...part)))`
      },
    },
  }
}

/** What vite-plugin-pwa knows of a file that the worker keeps. */
interface Listed {
  url: string
  size: number
  integrity?: string
}
/** Where this build is written to. */
let outDir = ''
const whereTo: Plugin = {
  name: 'larder-where-to',
  configResolved: ({ root, build }) => void (outDir = path.resolve(root, build.outDir)),
}

/** The worker keeps a file only if its bytes are these. */
const withHash = <T extends Listed>(entry: T): T => {
  const hash = createHash('sha256').update(readFileSync(path.join(outDir, entry.url)))
  return { ...entry, integrity: `sha256-${hash.digest('base64')}` }
}

const licence = licences(() => outDir)

export default defineConfig({
  plugins: [
    react(),
    manifest(),
    onlyServed(),
    noCycles(),
    noSchemasFirst(),
    loadAgain(),
    whereTo,
    licence.collect,
    existsSync('sw/sw.ts') &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        manifest: false,
        injectRegister: false,
        injectManifest: {
          buildPlugins: { vite: [licence.write] },
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css,html,svg,png,woff2,ttf,wasm,webmanifest}', 'licences.txt'],
          // The browser shows them before the app is installed, and never again.
          globIgnores: ['screenshots/**'],
          maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
          // The worker fetches them in this order: every screen is on the device before what makes PDFs and spreadsheets.
          manifestTransforms: [
            (entries) => ({
              manifest: entries.toSorted((a, b) => a.size - b.size).map(withHash),
              warnings: [],
            }),
          ],
        },
      }),
  ],
  worker: { plugins: () => [licence.collect] },
  build: {
    outDir: '.build/screens',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The content security policy has no `data:` for scripts or fonts, and every file is precached anyway.
    assetsInlineLimit: 0,
    // The preload helper would be one more request to the first screen; every chunk here loads in one hop.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // The names of everybody who shares a chunk make no file name.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : name}-[hash].js`,
        codeSplitting: {
          groups: [
            // What the first screen needs comes as one file: a slow link pays for every further one.
            { name: 'start', tags: ['$initial'] },
            // Every screen needs nearly all of these, and each further file costs a slow phone a few milliseconds.
            {
              name: 'rules',
              test: /\/contract\/|\/src\/(?:sync|db|api|queries)\/|node_modules\/zod/,
              minShareCount: 2,
            },
            // Who asks nothing of the server by queries (the public page, the floor) does not load what asks.
            {
              name: 'queries',
              test: /\/src\/kit\/(?:query-client|use-server-query|list\/use-rows|form\/use-save)|node_modules\/@tanstack\/(?:react-)?query/,
              minShareCount: 2,
            },
            { name: 'parts', test: /\/src\/(?:ui|kit|device|app|features)\//, minShareCount: 2 },
            // Code that several screens share, by who shares it: no screen loads what only others need. Merging the small ones
            // (entriesAwareMergeThreshold) makes chunks that need each other, and one of them runs too early.
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { strict: true, allow: [...SERVED, realpathSync('node_modules')] },
    proxy: Object.fromEntries(
      ['/api', '/photos'].map((path) => [
        path,
        { target: process.env.API_TARGET ?? 'http://127.0.0.1:8081', changeOrigin: false },
      ]),
    ),
  },
})
