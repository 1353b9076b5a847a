import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = '\0module:'
const ROOT = join(import.meta.dirname, '..')

/** A method or accessor in an object of a package: four spaces in, up to its brace. */
const METHOD =
  /^ {4}(?:get |set |async )?"?~?(\w+)"?(?:: (?:async )?function \w+)?\([^\n]*\) \{\n(?: {5,}[^\n]*\n|\n)* {4}\},?\n/gm

/** What our code for the browser reads of any object: what it calls is among it. */
function membersOfOurs(): Set<string> {
  const members = new Set<string>()
  for (const room of ['web', 'contract', 'core']) {
    const folder = join(ROOT, 'src', room)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      for (const [, member = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/\.(\w+)/g)) members.add(member)
    }
  }
  return members
}

/**
 * Leaves out of Zod's schemas what no screen calls: methods stand in objects, where no bundler sees what is needed, and bring
 * dozens of formats along, from base64 to IPv6; each schema knows how to describe itself as a JSON schema, and how to compile
 * its checks, which the content security policy refuses.
 */
export function leanerZod(): Plugin {
  return {
    name: 'leaner-zod',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const called = membersOfOurs()
        for (const [, name = ''] of code.matchAll(/\b(?:this|inst|cl|schema)\??\.(\w+)/g)) called.add(name)
        called.add('parseAsync') // by the forms' resolver
        // A version of Zod that is written in another way must not make the app heavier unnoticed.
        const leaner = (from: string, what: string | RegExp, by: (match: string, name: string) => string) => {
          const to = from.replaceAll(what, by)
          if (to === from) this.error(`Zod has nothing like ${what} any more: mend scripts/leaner-packages.ts`)
          return to
        }
        let left = leaner(code, 'core.$ZodObjectJIT.init', () => 'core.$ZodObject.init')
        left = leaner(left, /^ {4}inst\._zod\.processJSONSchema = .*;$/gm, () => '')
        left = leaner(left, /util\.derived\(\{[\s\S]*?^\}, \{/gm, () => '({')
        return leaner(left, METHOD, (method, name) => (called.has(name) ? method : ''))
      },
    },
  }
}

/** Leaves out of the icons the keys of their parts: React asks for them only where a list may change. */
export function leanerIcons(): Plugin {
  return {
    name: 'leaner-icons',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replaceAll(/, key: "\w+"/g, ''),
    },
  }
}

/**
 * Gives React's CommonJS files named exports. What imports them calls `jsx` then, thousands of times, instead of
 * `(0, runtime.jsx)`.
 */
export function reactAsModules(): Plugin {
  return {
    name: 'react-as-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react(\/jsx-runtime|-dom\/client)?$/ },
      handler: (id, importer) => (importer?.startsWith(MODULE) ? undefined : MODULE + id),
    },
    load: {
      filter: { id: /^\0module:/ },
      handler(id) {
        const name = id.slice(MODULE.length)
        const names = name === 'react-dom/client' ? ['createRoot'] : Object.keys(createRequire(import.meta.url)(name))
        // What nobody imports is left out again.
        const read = names.map((each) => `export const ${each} = /* @__PURE__ */ (() => whole.${each})()`)
        return [`import whole from '${name}'`, 'export default whole', ...read].join('\n')
      },
    },
  }
}
