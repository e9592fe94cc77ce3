import { deskHost } from '../world.ts'

/**
 * Exchanges the ticket in its URL fragment, which no server or log sees, for a session. Stores the response as the
 * program's own login page does, and leaves further steps besides the password to that page.
 */
export const signInPage = ({ port }: { port: number }): { title: string; style: string; body: string } => ({
  title: 'Signing in …',
  style,
  body: `<main><h1>Signing in …</h1><p id="say" role="status">One moment, please.</p><p id="ways" hidden><a href="/login">Go to the login</a> · <a href="http://${deskHost}:${port}/#logins">Back to the demo desk</a></p></main><script>${script}</script>`,
})

const style = `
main{max-width:28rem;margin:18vh auto 0;padding:0 1.25rem;text-align:center}
h1{font-size:1.4rem}
p{margin-top:.6rem;color:var(--quiet)}
`

// The specification defines the storage keys of a session (D1 §4); theme and language belong to the device.
const script = `
const ticket = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const ofDevice = ['user-theme', 'user-locale']
const explain = (text) => {
  document.title = 'Not signed in'
  document.querySelector('h1').textContent = 'Not signed in'
  document.getElementById('say').textContent = text
  document.getElementById('ways').hidden = false
}
async function leave() {
  const token = localStorage.getItem('access_token')
  if (!token) return
  const kept = ofDevice.map((key) => [key, localStorage.getItem(key)])
  await fetch('/api/logout', { method: 'POST', headers: { authorization: 'Bearer ' + token } }).catch(() => {})
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value)
}
async function enter() {
  await leave()
  const response = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ ticket }) })
  const { answer, next, email } = await response.json()
  if (!answer) return explain('This link was already used or is older than a minute. Click again on the demo desk.')
  if (!answer.access_token)
    return explain(answer.message || 'A password alone is not enough for ' + email + '. Sign in manually.')
  localStorage.setItem('refresh_token', answer.refresh_token)
  localStorage.setItem('expires_in', String(answer.expires_in))
  localStorage.setItem('access_token', answer.access_token)
  location.replace(next)
}
enter().catch(() => explain('The program did not respond. Click again on the demo desk.'))
`
