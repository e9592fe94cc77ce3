import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpJobs, startJobs } from '#server/platform/jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { breaks, exposeMachine, type Broken, type Scraped } from '#server/test/broken-machine.ts'
import { evaluateRule, readSeries, type Scrapes, type Series } from '#server/test/evaluate-rule.ts'
import { createPipelineWorld, type PipelineCampaign, type PipelineWorld } from '#server/test/pipeline-world.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'

/** A disk of a hundred blocks. Other files of this process have loaded what reads it: a mock of the module comes too late for them. */
const space = { free: 50 }
const { statfs } = fsPromises
const useStatfs = (read: unknown): void => {
  Object.assign(fsPromises, { statfs: read })
  syncBuiltinESMExports()
}
beforeAll(() => {
  useStatfs(async () => ({ bavail: space.free, blocks: 100, bsize: 4096 }))
  return () => useStatfs(statfs)
})

/** Of Prometheus, which need not be installed. */
const promtool = 'promtool'
const folder = join(projectRoot, 'deploy/monitoring')
const readText = (name: string): string => readFileSync(join(folder, name), 'utf8')
const rules = [
  ...readText('alerts.yml').matchAll(
    /- alert: (\w+)\n\s+expr: '(.+)'\n\s+for: \w+\n\s+labels: .+\n\s+annotations:\n\s+summary: .+\n\s+runbook: (\S+)/g,
  ),
].map(([, name, expression, runbook]) => ({ name: name!, expression: expression!, runbook: runbook! }))
const dashboard = JSON.parse(readText('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }

let world: PipelineWorld
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  world.clock.advance(Date.now() - world.clock.now())
  campaign = await world.makeCampaign()
  await setUpJobs(world.db.ownerPool)
  // Its counters begin at zero as soon as it starts.
  await (await startJobs(world.platform, [{ name: 'count', run: async () => {} }])).stop()
  return () => world.close()
})

/** What a scraper adds to an answer, or stores if there was none. */
const upSeries = (value: number): Series => ({ name: 'up', labels: { job: 'leadloom' }, value })

async function scrape({ platform, exposition }: Scraped): Promise<{ series: Series[]; time_s: number }> {
  const text = await exposition.text()
  return { series: [...readSeries(text), upSeries(1)], time_s: platform.clock.now() / 1_000 }
}

/** Scrapes before and after something changed. */
async function scrapeTwice(scraped: Scraped, change: (exposition: Scraped['exposition']) => void): Promise<Scrapes> {
  const { series: before } = await scrape(scraped)
  change(scraped.exposition)
  const { series: now, time_s } = await scrape(scraped)
  return { before, now, time_s }
}

/** Breaks the machine and scrapes it. In the database earlier causes stay: none is the cause of another alert. */
async function scrapeBroken(name: string): Promise<Scrapes> {
  if (name === 'LeadloomProcessDown') return { before: [], now: [upSeries(0)], time_s: 0 }
  space.free = name === 'LeadloomDiskFillsUp' ? 9 : 50
  const machine: Broken = { world, campaign, folder: makeTestFolder() }
  const change = await breaks[name]?.(machine)
  if (typeof change === 'function') return scrapeTwice(exposeMachine(world), change)
  return scrapeTwice(exposeMachine(world, change), () => {})
}

const healthy = (): Promise<Scrapes> => scrapeTwice(exposeMachine(world), () => {})

describe('alerts', () => {
  const scrapesOf = new Map<string, Scrapes>()
  let whole: Scrapes
  beforeAll(async () => {
    whole = await healthy()
  })

  test('are written so that this test understands each', () => {
    expect(rules).toHaveLength(readText('alerts.yml').match(/- alert:/g)!.length)
  })

  test('do not fire while all is well', () => {
    expect(rules.filter(({ expression }) => evaluateRule(expression, whole).length > 0)).toEqual([])
  })

  test.each(rules.map(({ name, expression }) => [name, expression] as const))(
    '%s fires once its cause exists',
    async (name, expression) => {
      const scrapes = await scrapeBroken(name)
      scrapesOf.set(name, scrapes)
      expect(evaluateRule(expression, scrapes).length).toBeGreaterThan(0)
    },
  )

  test('of failed jobs end once the runbook was followed', async () => {
    const { expression } = rules.find(({ name }) => name === 'LeadloomJobsDead')!
    expect(evaluateRule(expression, await scrapeBroken('LeadloomJobsDead'))).toHaveLength(1)
    const runbook = readFileSync(join(projectRoot, 'docs/runbooks/queue-jammed.md'), 'utf8')
    await world.db.ownerPool.query(/```sql\n([\s\S]+?)```/.exec(runbook)![1]!)
    expect(evaluateRule(expression, await healthy())).toEqual([])
  })

  test('lead to runbooks that exist', () => {
    expect(rules.filter(({ runbook }) => !existsSync(join(projectRoot, runbook)))).toEqual([])
  })

  test('and panels name only metrics that the program has', () => {
    const names = new Set([...scrapesOf.values(), whole].flatMap(({ now }) => now.map(({ name }) => name)))
    const expressions = [
      ...rules.map(({ expression }) => expression),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    const namesUsed = expressions.flatMap((text) => text.match(/\b(?:leadloom|http|process|nodejs)_\w+|\bup\b/g) ?? [])
    expect(namesUsed.length).toBeGreaterThan(30)
    expect(namesUsed.filter((name) => !names.has(name))).toEqual([])
  })

  test.skipIf(spawnSync(promtool, ['--version']).status !== 0)(
    'fire in Prometheus, too (left out where its promtool is not installed)',
    () => {
      const tests = rules.map(({ name }) => firingTest(name, scrapesOf.get(name)!))
      const file = join(makeTestFolder(), 'alerts-test.yml')
      writeFileSync(file, JSON.stringify({ rule_files: [join(folder, 'alerts.yml')], tests }))
      const check = spawnSync(promtool, ['check', 'rules', join(folder, 'alerts.yml')], { encoding: 'utf8' })
      expect(check.stdout + check.stderr).toContain(`SUCCESS: ${rules.length} rules found`)
      const run = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
      expect(run.stderr + run.stdout).toContain('SUCCESS')
      expect(run.status).toBe(0)
    },
  )
})

/** A test of promtool: what was scraped stays for half an hour, and the alert fires. Its clock begins at 1970. */
function firingTest(name: string, { before, now, time_s }: Scrapes): unknown {
  const earlier = new Map(before.map((series) => [labelsOf(series), series.value]))
  const isTime = (series: Series): boolean => series.name.endsWith('_timestamp_seconds')
  const shownAt = (series: Series): number => (isTime(series) ? series.value - time_s : series.value)
  const seriesOf = (series: Series) => {
    const from = earlier.get(labelsOf(series)) ?? series.value
    const rises = !isTime(series) && from !== series.value
    return {
      series: labelsOf(series),
      values: rises ? `${from}x12 ${series.value}x60` : `${shownAt(series)}x72`,
    }
  }
  const metric = rules.find((rule) => rule.name === name)!.expression.match(/\b(?:leadloom|http)_\w+|\bup\b/g)!
  return {
    name,
    interval: '30s',
    input_series: now.filter((series) => metric.includes(series.name)).map(seriesOf),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) > bool 0`,
        eval_time: name === 'LeadloomHitsRefused' || name === 'LeadloomCallsFail' ? '14m' : '30m',
        exp_samples: [{ labels: '{}', value: 1 }],
      },
    ],
  }
}

const labelsOf = ({ name, labels }: Series): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`
