import { usualShareRule } from '#contract/reclaims/rule.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** How much of its share the operator lets come back to an agency without being asked. */
export interface ShareRule {
  is_limited: boolean
  share_percent: number
  within_days: number
}

interface StoredRule {
  rule: ShareRule
  /** Whether the agency has no rule of its own. */
  followsDefault: boolean
  /** Whether the operator has set neither. */
  isUsual: boolean
}

/** The rule of an agency: its own, else that of all agencies, else the usual one. For the operator's own id that of all agencies. */
export async function readShareRule(tx: Tx, rootId: string, companyId: string): Promise<StoredRule> {
  const { rows } = await tx.query<ShareRule & { agency_id: string }>(
    `select agency_id, is_limited, share_percent, within_days from share_rule
      where root_id = $1 and agency_id = any($2::uuid[]) order by agency_id = $1 limit 1`,
    [rootId, [rootId, companyId]],
  )
  const rule = rows[0]
  const { is_limited, share_percent, within_days } = rule ?? usualShareRule
  return {
    rule: { is_limited, share_percent, within_days },
    followsDefault: companyId !== rootId && rule?.agency_id !== companyId,
    isUsual: rule === undefined,
  }
}

/** Stores a rule; null removes it. */
export async function saveShareRule(tx: Tx, rootId: string, companyId: string, rule: ShareRule | null): Promise<void> {
  if (rule === null) {
    await tx.query('delete from share_rule where root_id = $1 and agency_id = $2', [rootId, companyId])
    return
  }
  await tx.query(
    `insert into share_rule (root_id, agency_id, is_limited, share_percent, within_days) values ($1, $2, $3, $4, $5)
     on conflict (root_id, agency_id) do update set is_limited = excluded.is_limited, share_percent = excluded.share_percent,
       within_days = excluded.within_days`,
    [rootId, companyId, rule.is_limited, rule.share_percent, rule.within_days],
  )
}
