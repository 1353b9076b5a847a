export type Layout = 'grid' | 'list'

const LAYOUT_KEY = 'cooee-loved-ones-layout'

/** The last layout of the loved ones in this browser; cards unless rows were chosen. */
export function rememberedLayout(): Layout {
  try {
    return localStorage.getItem(LAYOUT_KEY) === 'list' ? 'list' : 'grid'
  } catch {
    return 'grid'
  }
}

export function rememberLayout(layout: Layout): void {
  try {
    localStorage.setItem(LAYOUT_KEY, layout)
  } catch {
    // Storage is blocked or full: the choice lasts until the page is left.
  }
}
