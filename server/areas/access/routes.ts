import { login, logout, makeDownloadTicket, readKeys, refreshToken } from '#contract/access/session.ts'
import { readMe, readUser } from '#contract/access/user.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/call.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { handleMakeDownloadTicket } from './download-ticket.ts'
import { handleLogin } from './log-in.ts'
import { handleLogout } from './log-out.ts'
import { handleReadMe, handleReadUser } from './read-user.ts'
import { handleRefreshToken } from './refresh-session.ts'

export const routes: Route[] = [
  bindOpen(login, handleLogin),
  bindOpen(refreshToken, handleRefreshToken),
  bind(logout, handleLogout),
  bindOpen(readKeys, async (_input, { platform }) => ({ keys: await sealingKeysOf(platform).current() })),
  bind(makeDownloadTicket, handleMakeDownloadTicket),
  bind(readMe, handleReadMe),
  bind(readUser, handleReadUser),
]
