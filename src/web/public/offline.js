// Shows what the dashboard showed last on this device, with its age, and never as the present state. The app keeps it in
// the cache `cooee-last-state` (src/web/lib/last-state.ts) and removes it when nobody is signed in.
const STATE_CACHE = 'cooee-last-state'
const STATE_PATH = '/last-state'
/** Older than this it says too little about today. */
const KEPT_MS = 24 * 3_600_000
const AGE_EVERY_MS = 15_000
/** The browser's own "online" may come before Cooee can be reached, or never: the server may be what is away. */
const ASK_EVERY_MS = 5_000
/** A server that hangs is not back. */
const ANSWER_WITHIN_MS = 4_000

try {
  const chosen = localStorage.getItem('cooee-theme')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.style.colorScheme = chosen
} catch {
  // Storage may be blocked; the system's setting decides then.
}

const byId = (id) => document.getElementById(id)

async function readState() {
  try {
    const found = await (await caches.open(STATE_CACHE)).match(STATE_PATH)
    const state = found ? await found.json() : null
    if (state && Date.now() - Date.parse(state.at) <= KEPT_MS) return state
    await caches.delete(STATE_CACHE)
  } catch {
    // Without a cache there is nothing to show.
  }
  return null
}

function count(amount, unit) {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** "12 minutes ago"; a clock that was set back does not make it newer than now. */
function ago(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  return `${count(Math.floor(minutes / 60), 'hour')} ago`
}

/** "9:42 AM", on another day "9:42 AM on Wed, 25 Nov": by the clock of the reader's profile. */
function moment(at, timeZone) {
  const format = (options, instant) => new Intl.DateTimeFormat('en-AU', { timeZone, ...options }).format(instant)
  const day = (instant) => format({ dateStyle: 'short' }, instant)
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
  return day(at) === day(new Date())
    ? time
    : `${time} on ${format({ weekday: 'short', day: 'numeric', month: 'short' }, at)}`
}

function showAge(state) {
  const at = new Date(state.at)
  const why = navigator.onLine ? 'We can’t reach Cooee right now.' : 'You are offline.'
  byId('age').textContent = `As at ${moment(at, state.timezone)}, ${ago(Date.now() - at.getTime())}. ${why}`
}

function showState(state) {
  byId('summary').textContent = state.summary
  byId('people').replaceChildren(
    ...state.people.map(({ name, words }) => {
      const item = document.createElement('li')
      const who = document.createElement('strong')
      who.textContent = name
      item.append(who, words)
      return item
    }),
  )
  byId('state').hidden = false
}

async function show() {
  if (!navigator.onLine) byId('heading').textContent = 'You’re offline'
  const state = await readState()
  if (!state) return
  showState(state)
  showAge(state)
  setInterval(() => {
    // What is too old by now goes, also while the page stays open.
    if (Date.now() - Date.parse(state.at) > KEPT_MS) window.location.reload()
    else showAge(state)
  }, AGE_EVERY_MS)
}

/** Opens the page again as soon as the server answers for a file that no worker and no cache stands in for. */
async function reloadOnceReachable() {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const { ok } = await fetch('/theme.js', { method: 'HEAD', cache: 'no-store', signal })
    if (ok) return window.location.reload()
  } catch {
    // Still away.
  }
  setTimeout(reloadOnceReachable, ASK_EVERY_MS)
}

byId('again').addEventListener('click', () => window.location.reload())
window.addEventListener('online', () => window.location.reload())
setTimeout(reloadOnceReachable, ASK_EVERY_MS)
show()
