import { accountKinds, type AccountKind } from '#contract/integrations/services.ts'
import type { DemoStandIn } from './stand-in.ts'

type StartDemo = (now: () => number) => Promise<DemoStandIn>

/** Starts a stand-in for each kind of account, found by its folder. */
export async function startDemoStandIns(now: () => number): Promise<Readonly<Record<AccountKind, DemoStandIn>>> {
  const start = async (kind: AccountKind): Promise<readonly [AccountKind, DemoStandIn]> => {
    const { startDemo } = (await import(`./${kind}/stand-in.ts`)) as { startDemo: StartDemo }
    return [kind, await startDemo(now)]
  }
  return Object.fromEntries(await Promise.all(accountKinds.map(start))) as Record<AccountKind, DemoStandIn>
}
