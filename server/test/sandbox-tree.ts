import { createStillClock } from '#server/platform/clock.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, noLimits, type TestApp } from './app.ts'
import type { StillClock } from './deliveries-world.ts'
import { startTree, type OpenTree } from './open-tree.ts'
import { noGateway } from './payment-stage.ts'
import { sandboxEnv } from './payments.ts'

/** A tree of tenants whose cards are charged at a sandbox, with one clock. */
export interface SandboxTree extends OpenTree {
  clock: StillClock
  sandbox: Sandbox
  /** Runs work with another program that the gateway's responses do not reach. */
  whileUnanswered(work: (platform: TestApp['platform']) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** The same, but the caller closes it, such as a test with its own tree. */
export async function startSandboxTree(start_ms: number): Promise<SandboxTree> {
  const clock = createStillClock(start_ms)
  const sandbox = await startSandbox({ now: clock.now })
  const { close, ...open } = await startTree({ clock, limiter: noLimits, env: sandboxEnv(sandbox) })
  return {
    ...open,
    clock,
    sandbox,
    async whileUnanswered(work) {
      const away = await createTestApp(open.db, { clock, env: { ...sandboxEnv(sandbox), ...noGateway } })
      await work(away.platform)
      await away.close()
    },
    async close() {
      await close()
      await sandbox.stop()
    },
  }
}
