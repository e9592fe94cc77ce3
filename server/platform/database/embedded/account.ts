import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The operating system's user that PostgreSQL runs as. */
export interface Account {
  name: string
  uid: number
  gid: number
  /** True when the program is root and has to become someone else, since PostgreSQL refuses to run as root. */
  switched: boolean
}

/**
 * Chooses who PostgreSQL runs as: the user who started the program, or, for root, the owner of an existing cluster,
 * else `nobody`. It must be a user with a name: PostgreSQL looks its own up.
 */
export function chooseAccount(cluster: string): Account {
  const me = userInfo()
  if (me.uid !== 0) return { name: me.username, uid: me.uid, gid: me.gid, switched: false }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const who = owner && owner.uid !== 0 ? String(owner.uid) : 'nobody'
  return { name: idOf('-un', who), uid: Number(idOf('-u', who)), gid: Number(idOf('-g', who)), switched: true }
}

/** How a child process becomes the account; nothing when it is the account already. */
export const asAccount = (account: Account): { uid?: number; gid?: number } =>
  account.switched ? { uid: account.uid, gid: account.gid } : {}

const idOf = (flag: string, who: string): string => execFileSync('id', [flag, who], { encoding: 'utf8' }).trim()
