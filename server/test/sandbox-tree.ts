import { createStillClock } from '#server/platform/clock.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, unlimited, type TestApp } from './app.ts'
import type { StillClock } from './deliveries-world.ts'
import { startTree, type OpenTree } from './open-tree.ts'
import { noGateway } from './payment-stage.ts'
import { sandboxEnv } from './payments.ts'

/** A tree of tenants whose cards are charged at a sandbox, by one clock. */
export interface SandboxTree extends OpenTree {
  clock: StillClock
  sandbox: Sandbox
  /** Has another program do something, one that the gateway's answers do not reach. */
  whileUnanswered(work: (platform: TestApp['platform']) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** The same for whoever closes it, as a test does of its own. */
export async function startSandboxTree(start_ms: number): Promise<SandboxTree> {
  const clock = createStillClock(start_ms)
  const sandbox = await startSandbox({ now: clock.now })
  const { close, ...open } = await startTree({ clock, limiter: unlimited, env: sandboxEnv(sandbox) })
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
