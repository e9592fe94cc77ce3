import type { readEnhanceMinimum } from '#contract/branding/enhance-minimum.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The fewest leads a day of an Enhance ID campaign: the operator's word, for everybody below it. */
export async function enhanceMinimumOf(call: SignedInCall): Promise<number> {
  const text = 'select min_lead_day_enhance as minimum from brand where company_id = $1'
  const [row] = await call.readOnce<{ minimum: number }>({ text, values: [call.caller.rootId] })
  if (!row) throw new Error(`the root ${call.caller.rootId} has no brand`)
  return row.minimum
}

export const handleReadEnhanceMinimum: Handler<typeof readEnhanceMinimum> = async (_input, call) => ({
  result: 'success',
  data: { enhanceMinimum: await enhanceMinimumOf(call) },
})
