import { fork, type ChildProcess } from 'node:child_process'

/** Another process of the same benchmark, which does one part of it and answers one request at a time. */
export interface HelperProcess<Ask, Answer> {
  ask(question: Ask): Promise<Answer>
  child: ChildProcess
  end(): Promise<void>
}

/** Node arguments that write a helper's CPU profile to the folder BENCH_PROFILE, if that is set. */
export function profiled(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Starts this same program as a helper with a role. `execArgv` can, for example, write a profile. */
export function startHelper<Ask extends object, Answer>(
  role: string,
  execArgv: string[] = [],
): HelperProcess<Ask, Answer> {
  const child = fork(process.argv[1]!, [role], { execArgv: [...process.execArgv, ...execArgv] })
  const failure = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the helper ${role} exited with ${code ?? signal}`)))
  })
  failure.catch(() => {})
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    ask(question) {
      const answerOf = new Promise<Answer>((resolve) => child.once('message', (answer) => resolve(answer as Answer)))
      // If the helper has ended, `failed` reports it.
      child.send(question, () => {})
      return Promise.race([answerOf, failure])
    },
    async end() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** The helper's side: answers every request of the benchmark that started it. */
export function answerAs<Ask, Answer>(answer: (question: Ask) => Promise<Answer>): void {
  process.on('message', (question) => {
    answer(question as Ask).then(
      (value) => process.send?.(value),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  // Node writes a profile only on a clean exit.
  process.on('SIGTERM', () => process.exit(0))
}
