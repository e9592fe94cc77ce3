import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

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
  const me = userInfo()
  if (me.uid !== 0) return { name: me.username, uid: me.uid, gid: me.gid, switched: false }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const who = owner && owner.uid !== 0 ? String(owner.uid) : 'nobody'
  return { name: idOf('-un', who), uid: Number(idOf('-u', who)), gid: Number(idOf('-g', who)), switched: true }
}

/** Spawn options that switch to the account; empty if it is the current one. */
export const asAccount = (account: Account): { uid?: number; gid?: number } =>
  account.switched ? { uid: account.uid, gid: account.gid } : {}

const idOf = (flag: string, who: string): string => execFileSync('id', [flag, who], { encoding: 'utf8' }).trim()
