/** jsdom draws nothing, so nothing has a size, scrolls or captures a pointer: gives every test the parts of a page that it lacks. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// A setup file, not a stub of each test: files share a process, and the next file would lose what the last one has stubbed.
globalThis.ResizeObserver ??= NoResizes
if (typeof window !== 'undefined') {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
}
