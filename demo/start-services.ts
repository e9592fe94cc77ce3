import { accountKinds, nameOfKind, type AccountKind } from '#contract/integrations/services.ts'
import { startDemoStandIns } from '#server/areas/integrations/connectors/start-demo-stand-ins.ts'
import type { DemoStandIn, StandIns } from '#server/areas/integrations/connectors/stand-in.ts'

export interface DemoServices {
  /** The stand-ins, for tests that make one of them fail. */
  firms: StandIns
  /** The URLs where the program reaches them. */
  settings: Readonly<Record<string, string>>
  /** `host:port` of each, for the allow-list of outgoing requests. */
  hosts: readonly string[]
  /** What to paste to connect each, by the credential's key; empty where consent is given at the service. */
  paste: Readonly<Record<AccountKind, Readonly<Record<string, string>>>>
  /** The same as text, by the service's name. */
  keys: Readonly<Record<string, string>>
  /** The people that each service stores as leads now, by the service's name. */
  held(): Readonly<Record<string, readonly string[]>>
  stop(): Promise<void>
}

/** The services that leads can be sent to, as servers on loopback that speak their protocols, so each can be tried. */
export async function startServices(now: () => number): Promise<DemoServices> {
  const standIns = await startDemoStandIns(now)
  const all = Object.values(standIns)
  const byKind = <Value>(valueOf: (one: DemoStandIn) => Value) =>
    Object.fromEntries(accountKinds.map((kind) => [kind, valueOf(standIns[kind])])) as Record<AccountKind, Value>
  const kindsWithKeys = accountKinds.filter((kind) => Object.keys(standIns[kind].paste).length > 0)
  return {
    firms: byKind(({ standIn }) => standIn) as unknown as StandIns,
    settings: Object.assign({}, ...all.map(({ settings }) => settings)) as Record<string, string>,
    hosts: all.map(({ standIn }) => standIn.host),
    paste: byKind(({ paste }) => paste),
    keys: Object.fromEntries(
      kindsWithKeys.map((kind) => [nameOfKind(kind), Object.values(standIns[kind].paste).join(' / ')]),
    ),
    held: () => Object.fromEntries(accountKinds.map((kind) => [nameOfKind(kind), standIns[kind].held()])),
    async stop() {
      await Promise.all(all.map(({ standIn }) => standIn.stop()))
    },
  }
}
