import { fork, type ChildProcess } from 'node:child_process'

/** Another process of the same benchmark, which does one part of it and answers questions one at a time. */
export interface HelperProcess<Ask, Answer> {
  ask(question: Ask): Promise<Answer>
  child: ChildProcess
  end(): Promise<void>
}

/** Arguments with which Node writes a processor profile of a helper into the folder BENCH_PROFILE, where it is set. */
export function profiled(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Starts this very program as a helper under a role; `execArgv` for instance to write a profile. */
export function startHelper<Ask extends object, Answer>(
  role: string,
  execArgv: string[] = [],
): HelperProcess<Ask, Answer> {
  const child = fork(process.argv[1]!, [role], { execArgv: [...process.execArgv, ...execArgv] })
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the helper ${role} ended with ${code ?? signal}`)))
  })
  failed.catch(() => {})
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    ask(question) {
      const answered = new Promise<Answer>((resolve) => child.once('message', (answer) => resolve(answer as Answer)))
      // Of one that has ended `failed` tells.
      child.send(question, () => {})
      return Promise.race([answered, failed])
    },
    async end() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The helper's side: answers every question of the benchmark that started it. */
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
  // A profile is written at a tidy end only.
  process.on('SIGTERM', () => process.exit(0))
}
