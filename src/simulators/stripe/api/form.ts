/** A form whose names nest by brackets: `a[b][0][c]=1`. Lists are branches whose names are numbers. */
export interface FormBranch {
  readonly entries: Map<string, string | FormBranch>
}

const LARGEST_DEPTH = 10

/** Reads a body or a query in form encoding. A name that is both a value and a branch is what it was last. */
export function parseForm(text: string): FormBranch {
  const root: FormBranch = { entries: new Map() }
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    const last = path.pop() ?? ''
    let branch = root
    for (const key of path) branch = branchAt(branch, key)
    branch.entries.set(last === '' ? String(branch.entries.size) : last, value)
  }
  return root
}

/** One form on top of another: the parameters of a request whose query and body both carry some. */
export function mergeForms(first: FormBranch, second: FormBranch): FormBranch {
  return { entries: new Map([...first.entries, ...second.entries]) }
}

function branchAt(branch: FormBranch, key: string): FormBranch {
  const name = key === '' ? String(branch.entries.size) : key
  const present = branch.entries.get(name)
  if (present !== undefined && typeof present !== 'string') return present
  const fresh: FormBranch = { entries: new Map() }
  branch.entries.set(name, fresh)
  return fresh
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][', LARGEST_DEPTH)]
}
