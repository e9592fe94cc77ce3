import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { StartProblem } from '../../start-problem.ts'

/** The operating system user that PostgreSQL runs as. */
export interface Account {
  name: string
  uid: number
  gid: number
  /** True if the program is root and must switch users, since PostgreSQL refuses to run as root. */
  switched: boolean
}

/**
 * Chooses the user PostgreSQL runs as: the one who started the program or, for root, the owner of an existing cluster,
 * else `nobody`. The user must have a name: PostgreSQL looks it up.
 */
export function chooseAccount(cluster: string): Account {
  const me = currentUser()
  if (me.uid !== 0) return { name: me.username, uid: me.uid, gid: me.gid, switched: false }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const who = owner && owner.uid !== 0 ? String(owner.uid) : 'nobody'
  const [, uid, name, gid] = /^uid=(\d+)\((.+?)\) gid=(\d+)/.exec(execFileSync('id', [who], { encoding: 'utf8' }))!
  return { name: name!, uid: Number(uid), gid: Number(gid), switched: true }
}

/** Throws `StartProblem` for a user without a name, as containers run programs with. */
export function currentUser(): { uid: number; gid: number; username: string } {
  try {
    return userInfo()
  } catch (error) {
    throw new StartProblem(
      `The embedded database needs a user with a name, and user id ${process.getuid?.()} has none: start as another user, give it a line in /etc/passwd, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Spawn options that switch to the account; empty if it is the current one. */
export const asAccount = (account: Account): { uid?: number; gid?: number } =>
  account.switched ? { uid: account.uid, gid: account.gid } : {}
