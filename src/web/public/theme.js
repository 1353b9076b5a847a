// Sets the theme before the first paint, so a dark screen never flashes light. A file of its own because the
// content security policy allows no inline script.
;(() => {
  let saved = null
  try {
    saved = localStorage.getItem('cooee-theme')
  } catch {
    // Storage may be blocked; the system's setting decides then.
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () =>
    document.documentElement.classList.toggle('dark', saved === 'dark' || (saved !== 'light' && system.matches))
  apply()
  system.addEventListener('change', apply)
})()
