/** Where the app is drawn, from index.html. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  return root
}
