/** Stands in for ResizeObserver: jsdom draws nothing, so nothing changes its size. */
export class NoLayout {
  observe() {}
  unobserve() {}
  disconnect() {}
}
