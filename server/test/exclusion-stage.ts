import { beforeEach, expect } from 'vitest'
import {
  purgeCampaignExclusions,
  purgeExclusions,
  purgeRootExclusions,
  readCampaignExclusions,
  readCompanyExclusions,
  undoCampaignExclusions,
  undoCompanyExclusions,
  type ExclusionLevel,
} from '#contract/exclusions/lists.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { multipart, type FormPart } from './multipart.ts'
import { md5, type PipelineCampaign, type PipelinePerson, type PipelineWorld } from './pipeline-world.ts'
import { runJobs } from './run-jobs.ts'
import { openPipeline } from './open-pipeline.ts'

type Level = ExclusionLevel

/** What a test can use: the pipeline, the operations, and its own campaign and person. */
interface Now {
  world: PipelineWorld
  http: TestApp
  campaign: PipelineCampaign
  person: PipelinePerson
}

const clientOf = ({ tree }: PipelineWorld): TestUser => tree.acme.clients[0]!.user

/** The URL and form fields of each level's upload, and who sends it. */
const uploadsOf = ({
  world,
  campaign,
}: Now): Record<Level, () => { user: TestUser; path: string; file: string; fields: Record<string, string> }> => ({
  root: () => ({
    user: world.tree.root.system,
    path: '/tools/optout/upload',
    file: 'optoutfile',
    fields: { companyRootId: world.tree.root.id },
  }),
  agency: () => ({
    user: world.tree.acme.owner,
    path: '/tools/optout/agency/upload',
    file: 'agencyoptoutfile',
    fields: { companyID: world.tree.acme.id },
  }),
  client: () => ({
    user: clientOf(world),
    path: '/tools/optout/client/upload',
    file: 'clientoptoutfile',
    fields: { ClientCompanyID: clientOf(world).companyId, campaigntype: 'client' },
  }),
  campaign: () => ({
    user: clientOf(world),
    path: `/tools/optout/campaign/${campaign.id}/upload`,
    file: 'campaignoptoutfile',
    fields: {},
  }),
})

/** What to send instead of the valid defaults. */
export interface Sent {
  fileName?: string
  content?: string | Buffer
  fields?: Record<string, string>
  user?: TestUser
  extra?: FormPart[]
}

async function uploadTo(
  now: Now,
  level: Level,
  { fileName = 'list.csv', content = '', fields, user, extra = [] }: Sent,
) {
  const to = uploadsOf(now)[level]()
  const parts: FormPart[] = [
    ...Object.entries({ ...to.fields, ...fields }).map(([name, value]) => ({ name, value })),
    { name: to.file, fileName, content },
    ...extra,
  ]
  const answer = await now.http
    .as(user ?? to.user)
    .inject({ method: 'POST', url: `/api${to.path}`, ...multipart(parts) })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> & { data: { id: string } } }
}

/** Exclusion lists over HTTP, with a pipeline of visits. Lists are empty before each test. */
export function useExclusionStage() {
  const now = {} as Now
  openPipeline(now)
  beforeEach(async () => {
    for (const table of ['exclusion', 'root_exclusion', 'exclusion_change', 'exclusion_purged', 'exclusion_staged'])
      await now.world.db.adminPool.query(`delete from ${table}`)
    now.campaign = await now.world.makeCampaign()
    now.person = await now.world.makePerson()
  })

  const upload = (level: Level, list: Sent) => uploadTo(now, level, list)

  /** Uploads a list and runs its job. */
  async function exclude(level: Level, ...addresses: string[]): Promise<string> {
    const { status, body } = await upload(level, { content: addresses.join('\n') })
    expect([level, status, body['message']]).toEqual([
      level,
      200,
      'Your Suppression file has been Submitted, Thank you!',
    ])
    await runJobs(now.world.db, now.http.platform)
    now.world.clock.advance(1)
    return body.data.id
  }

  const readList = async (level: Level) => {
    const { user } = uploadsOf(now)[level]()
    const answer =
      level === 'campaign'
        ? await now.http.as(user).call(readCampaignExclusions, { params: { campaignId: now.campaign.id } })
        : await now.http.as(user).call(readCompanyExclusions, { params: { companyId: user.companyId } })
    return answer.body.data
  }
  /** Advances the clock by a moment, so that later actions have a later time. */
  const purge = async (level: Level) => {
    now.world.clock.advance(1)
    const { user } = uploadsOf(now)[level]()
    const caller = now.http.as(user)
    if (level === 'root')
      return (await caller.call(purgeRootExclusions, { params: { companyRootId: user.companyId } })).body
    if (level === 'campaign')
      return (await caller.call(purgeCampaignExclusions, { params: { campaignId: now.campaign.id } })).body
    return (await caller.call(purgeExclusions, { params: { id: user.companyId, campaignType: level } })).body
  }
  const undo = (level: Level, change_id: string) => {
    const { user } = uploadsOf(now)[level]()
    return level === 'campaign'
      ? now.http.as(user).call(undoCampaignExclusions, { params: { campaignId: now.campaign.id }, body: { change_id } })
      : now.http.as(user).call(undoCompanyExclusions, { params: { companyId: user.companyId }, body: { change_id } })
  }
  const visit = (of = now.person, at = now.campaign) => now.world.visit(at, { hashes: [md5(of.email)] })

  /** Advances the clock; everybody signs in again, because sessions expire. */
  const pass = (by_ms: number): void => {
    now.world.clock.advance(by_ms)
    now.http.forget()
  }
  const sendsUpload = (level: Level): { user: TestUser; path: string } => uploadsOf(now)[level]()
  const clientUser = () => clientOf(now.world)
  return { now, upload, exclude, readList, purge, undo, visit, pass, sendsUpload, clientUser }
}
