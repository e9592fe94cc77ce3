import { z } from 'zod'
import { startStandIn, type DemoStandIn, type StandIn } from '../stand-in.ts'

declare module '../stand-in.ts' {
  interface StandIns {
    zapier: StandIn
  }
}

/** A Zap that confirms whatever it catches. */
export async function startDemo(): Promise<DemoStandIn> {
  const standIn = await startStandIn(() => ({ status: 200, body: { status: 'success' } }))
  return {
    standIn,
    settings: {},
    paste: { webhook_url: `${standIn.url}/hooks/catch/1/demo/` },
    held: () => caughtBy(standIn),
  }
}

const hookBody = z.object({ type: z.string().optional(), email: z.string() })

/** What a Zap does with each catch depends on its owner's setup: it adds the person or removes them. */
function caughtBy(zap: StandIn): string[] {
  const emails = new Set<string>()
  for (const { json } of zap.received) {
    const one = hookBody.safeParse(json)
    if (!one.success) continue
    if (one.data.type === 'lead.deleted') emails.delete(one.data.email)
    else emails.add(one.data.email)
  }
  return [...emails]
}
