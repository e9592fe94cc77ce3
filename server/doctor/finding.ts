/** The result of one check. `advice` says what to do; a warning can wait, a failure cannot. */
export interface Finding {
  state: 'ok' | 'warning' | 'failure'
  text: string
  advice?: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice })
export const failure = (text: string, advice: string): Finding => ({ state: 'failure', text, advice })

/** A check that throws is a finding too, and does not stop the others. */
export async function look(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      failure((error as Error).message, 'The check itself failed. Fix the problems above first, then run it again.'),
    ]
  }
}

const signs = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' } as const

export const linesOf = (part: string, findings: readonly Finding[]): string[] =>
  findings.flatMap(({ state, text, advice }) => [
    `${signs[state]}  ${part.padEnd(13)}  ${text}`,
    ...(advice ? [`${' '.repeat(24)}${advice}`] : []),
  ])
