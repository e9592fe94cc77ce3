import type { readEnhanceMinimum as operation } from '#contract/branding/enhance-minimum.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'

type Row = { minimum: number }
const text = 'select min_lead_day_enhance as minimum from brand where company_id = $1'

/** The minimum number of leads per day of an Enhance ID campaign, set by the operator for everybody below it. */
export async function enhanceMinimumOf(call: SignedInCall): Promise<number> {
  const { rootId } = call.caller
  return minimumOf(rootId, await call.readOnce<Row>({ text, values: [rootId] }))
}

/** The same within a transaction. */
export const readEnhanceMinimum = async (tx: Tx, rootId: string): Promise<number> =>
  minimumOf(rootId, (await tx.query<Row>(text, [rootId])).rows)

function minimumOf(rootId: string, [row]: readonly Row[]): number {
  if (!row) throw new Error(`the root ${rootId} has no brand`)
  return row.minimum
}

export const handleReadEnhanceMinimum: Handler<typeof operation> = async (_input, call) => ({
  result: 'success',
  data: { enhanceMinimum: await enhanceMinimumOf(call) },
})
