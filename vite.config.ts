import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { leanerIcons, leanerZod, reactAsModules } from './scripts/leaner-packages.ts'
import { PUBLIC_PAGES_FOLDER, SIGNED_IN_PAGE } from './src/contract/public-pages.ts'

/** Where `npm start` and `npm run dev` listen. */
const SERVER = `http://localhost:${process.env.PORT ?? 3000}`

type Prerender = typeof import('./src/web/app/prerender.tsx')

/** Asks for both fonts with the page, so that the first text is drawn in them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * Writes the public pages as files, from the same components that the app draws. The server fills in what only it knows.
 * While developing, each is written when it is asked for.
 */
function prerenderPages(): Plugin {
  const entry = fileURLToPath(new URL('./src/web/app/prerender.tsx', import.meta.url))
  return {
    name: 'prerender-pages',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { server, originalUrl = '/' }) {
        if (!server) return
        const { prerenderedPage }: Prerender = (await server.ssrLoadModule(entry)) as Prerender
        return prerenderedPage(html, originalUrl.replace(/[?#].*$/, '')) ?? undefined
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const { module } = await runnerImport<Prerender>(entry, { configFile: false, root: import.meta.dirname })
        const shell = readFileSync(join(dir, 'index.html'), 'utf8')
        mkdirSync(join(dir, PUBLIC_PAGES_FOLDER), { recursive: true })
        for (const { file, content } of module.publicFiles(shell)) {
          writeFileSync(join(dir, PUBLIC_PAGES_FOLDER, file), content)
        }
        const scripts = scriptsOf('app/entries/start-app.tsx', bundle).filter((file) => !shell.includes(file))
        writeFileSync(join(dir, SIGNED_IN_PAGE), module.loadingPage(shell, scripts))
      },
    },
  }
}

/** The files of this entry and of everything that it imports before it runs. */
function scriptsOf(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set(
    chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(entry)).map((file) => file.fileName),
  )
  for (const name of found) {
    for (const file of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(file)
  }
  return [...found]
}

/**
 * Leaves out how Zod follows values that hold themselves: what comes as JSON never does, and each screen would load 2 KB for it.
 * Zod takes any object with these three functions as its memoizer.
 */
function withoutCycles(): Plugin {
  return {
    name: 'without-cycles',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/core\/memoizer\.js$/ },
      handler: () => `
        const memo = { attach() {}, guard() {}, alloc: (inst, payload, value) => value }
        export const memoizer = () => memo
        export const isRecursiveSchema = () => false
        export const isBackEdge = () => false
        export class $ZodCyclicError extends Error {}`,
    },
  }
}

/**
 * Leaves out Zod's own English: what a form says about a field is written in the contract, and what else does not fit is never shown.
 */
function withoutZodsWords(): Plugin {
  return {
    name: 'without-zods-words',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: () => `export default () => ({ localeError: () => 'Please check this field' })`,
    },
  }
}

/** Puts a .br and a .gz beside every text file: packed once as tightly as it goes, never while somebody waits. */
function packFiles(): Plugin {
  return {
    name: 'pack-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          // The server packs those when it has filled them in.
          if (name.startsWith(PUBLIC_PAGES_FOLDER)) continue
          if (!/\.(js|css|html|svg|txt)$/.test(name)) continue
          const path = join(dir, name)
          const content = readFileSync(path)
          writeFileSync(
            `${path}.br`,
            brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }),
          )
          writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

/** `npm run dev`: reloads the page once the server has restarted with changed code. */
function reloadAfterRestart(): Plugin {
  const isReady = () =>
    fetch(`${SERVER}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const until = async (wanted: boolean, seconds: number) => {
    for (let tries = seconds * 5; tries > 0; tries--) {
      if ((await isReady()) === wanted) return true
      await pause(200)
    }
    return false
  }
  return {
    name: 'reload-after-restart',
    apply: 'serve',
    configureServer({ watcher, ws }) {
      const folders = ['server', 'core', 'contract', 'simulators'].map((room) => join(import.meta.dirname, 'src', room))
      let isWaiting = false
      watcher.add(folders)
      watcher.on('change', async (path) => {
        if (isWaiting || !folders.some((folder) => path.startsWith(folder))) return
        isWaiting = true
        // Not every change is one of a file that the server has loaded: then it does not restart.
        if ((await until(false, 5)) && (await until(true, 60))) ws.send({ type: 'full-reload' })
        isWaiting = false
      })
    },
  }
}

/** Notes beside the manifest what every file is made of, so that e2e/web-weight.test.ts can name what weighs. */
function listModules(): Plugin {
  return {
    name: 'list-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return []
        const sizes = Object.entries(file.modules).map(([id, { renderedLength }]) => [
          id.replace(/^.*\/(node_modules|src)\//, ''),
          renderedLength,
        ])
        return [[file.fileName, Object.fromEntries(sizes)]]
      })
      const source = JSON.stringify(Object.fromEntries(modules))
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
    },
  }
}

/** What decides which of the entries is loaded: small, so that everything else is asked for at once. */
const START =
  /vite\/preload-helper|web\/lib\/\w+\/(session|session-storage|send|draft-storage)\.|signed-in-cookie|dashboard-reads/
/** What the screens of visitors share with the app: it must not bring the app's part along. */
const PUBLIC_PAGES_TOO =
  /lucide-react|\/clsx\/|web\/ui\/(button|logo|illustrations\/(sky|kookaburra|southern-cross))\.|document-title|web\/domain\/\w+\/(status-pill|service-tag|loved-one-avatar)|call-labels|call-vocabulary|title-case|core\/format\/initials/
/** Icons of menus, pickers and forms: neither the public pages nor the dashboard draw them. */
const LATER_ICONS =
  /lucide-react\/dist\/esm\/icons\/(arrow-down|calendar|chevron-(left|right)|copy|download|ellipsis-vertical|external-link|globe|heart-handshake|mail|message-(circle-question|square)|notebook-pen|repeat|rotate-ccw|smartphone|trash|user)\./
/** What the forms for signing in and registering need as well. */
const VISITORS_TOO =
  /web\/lib\/\w+\/(use-session|api-client|safe-target|form-rules)\.|web\/ui\/(callout|form\/(field|checkbox|form-fields))\./
/** What answers and forms are checked with; the form for signing in is drawn without it. */
const RULES =
  /node_modules\/zod\/|src\/contract\/(?!([\w-]+\/)*(access-tokens|familiar-voice|token-scopes|passkeys|push-devices|talks|week|admin|aways|sandbox|second-factor|security|stop|billing|call-details|call-forms|contact-page|contacts|credentials|members|loved-one-forms|names|own-number|password-reset|profile|incidents|unreadable-text))/
/** What nearly every signed-in screen needs. Pickers, dialogs and forms are not among it: they come with their screens. */
const EVERY_SCREEN =
  /node_modules\/@tanstack\/(?!.*(infiniteQueryObserver|useInfiniteQuery))|src\/core\/(?!plans|contacts|format\/currency|recurrence\/(recurrence-from|in-another-zone|wall-clock|local-date|steady-period|times-on|next-occurrence))|web\/(lib|domain)\/(?!(\w+\/)?(back-link|passkeys\/|consent-note|refused-note|role-labels|save-file|temporal|plan-fit|one-at-a-time|show-refusals|draft|leave-guard|creation-key|save-failure|save-number|own-number|lost-answer|subscription-link|plan-news|recording-player|row-failure|use-loved-one|use-settled))|web\/ui\/(card|states|callout|live-region|overlay\/toast|illustrations\/(kookaburra|quiet-wire|round-scene))|remove-scroll|contract\/accounts\/rights/
/** What opens beside a field; the page of somebody who is asked to be a contact has it, too. */
const PICKERS =
  /@radix-ui\/(?!react-(menu|dropdown-menu|dialog|alert-dialog|tabs|roving-focus|collection|direction))|@floating-ui|aria-hidden|web\/ui\/form\/(select|listbox|time-picker|time-slots)\./
/** What else is used on several signed-in screens: dialogs, menus, lists. */
const WIDGETS = /@radix-ui|web\/ui\/(overlay\/|list\/(?!load-failure))/

/** The screens of people who are not signed in. */
const VISITORS_SCREEN = /web\/features\/(auth|incident|agreement|sandbox|landing)\//

/** Whether a screen of visitors loads this file before it runs. */
function isOfVisitors(id: string, context: Rolldown.ChunkingContext): boolean {
  const found = new Set([id])
  for (const one of found) {
    if (VISITORS_SCREEN.test(one)) return true
    for (const importer of context.getModuleInfo(one)?.importers ?? []) found.add(importer)
  }
  return false
}

export default defineConfig({
  root: 'src/web',
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    listModules(),
    withoutCycles(),
    withoutZodsWords(),
    leanerZod(),
    leanerIcons(),
    reactAsModules(),
    prerenderPages(),
    packFiles(),
    reloadAfterRestart(),
  ],
  resolve: {
    alias: {
      // The original writes a style element at run time, which the content security policy refuses.
      'react-remove-scroll': fileURLToPath(new URL('./src/web/lib/remove-scroll.tsx', import.meta.url)),
      // React has had it since version 18.
      'use-sync-external-store/shim/index.js': fileURLToPath(
        new URL('./src/web/lib/sync-external-store.ts', import.meta.url),
      ),
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Inlined assets would need data: URLs in the content security policy.
    assetsInlineLimit: 0,
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Says which file needs which: e2e/web-weight.test.ts adds them up.
    manifest: true,
    rolldownOptions: {
      output: {
        // Without groups every shared icon and small function becomes a file, and a screen asks for sixty of them.
        codeSplitting: {
          groups: [
            { name: 'start', test: START, priority: 40 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|module:react/, priority: 30 },
            {
              name: 'public',
              test: (id) => (PUBLIC_PAGES_TOO.test(id) && !LATER_ICONS.test(id)) || VISITORS_TOO.test(id),
              minShareCount: 2,
              priority: 20,
            },
            { name: 'form', test: /node_modules\/react-hook-form\//, minShareCount: 2, priority: 19 },
            { name: 'rules', test: RULES, minShareCount: 2, priority: 15 },
            { name: 'app', test: EVERY_SCREEN, minShareCount: 2, priority: 10 },
            { name: 'icons', test: LATER_ICONS, minShareCount: 2, priority: 16 },
            { name: 'pickers', test: PICKERS, minShareCount: 2, priority: 9 },
            { name: 'widgets', test: WIDGETS, minShareCount: 2, priority: 8 },
            { name: 'dates', test: /web\/ui\/form\/(date-picker|searchable-select)\./, minShareCount: 2, priority: 7 },
            {
              name: (id, context) => (isOfVisitors(id, context) ? null : 'parts'),
              debugName: 'parts',
              test: /src\/web\/(?!features)/,
              minShareCount: 3,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/cooee.vcf': SERVER },
  },
})
