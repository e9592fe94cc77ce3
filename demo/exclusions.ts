import type { Tx } from '#server/platform/database/tx.ts'
import { emailOfPerson, hashesOfEmail } from './persons.ts'
import { demoId, pathOf, excludedPeople } from './world.ts'
import { campaigns } from './world-campaigns.ts'

const levels = ['root', 'agency', 'client', 'campaign'] as const

/** Adds some people to the exclusion lists of every level, so that visits show each of these reasons. */
export async function seedExclusions(tx: Tx, now_ms: number): Promise<void> {
  const at = new Date(now_ms)
  for (let n = excludedPeople.from; n < excludedPeople.upTo; n++) {
    const level = levels[n % levels.length]!
    const hashes = Object.values(hashesOfEmail(emailOfPerson(n)))
    const places = level === 'root' ? [] : placesOf(level)
    for (const hash of hashes) {
      if (level === 'root')
        await tx.query('insert into root_exclusion (root_id, hash, created_at) values ($1, $2, $3)', [
          demoId('Leadloom'),
          hash,
          at,
        ])
      for (const { agencyId, rootId, clientId, campaignId } of places)
        await tx.query(
          `insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [agencyId, rootId, clientId, campaignId, level, hash, at],
        )
    }
  }
}

interface Place {
  rootId: string
  agencyId: string
  clientId: string | null
  campaignId: string | null
}

/** Every agency, client or campaign whose sites the walkers visit, without duplicates. */
function placesOf(level: 'agency' | 'client' | 'campaign'): Place[] {
  const places = campaigns
    .filter(({ visitors }) => visitors > 0)
    .map(({ client, name }): Place => {
      const { rootId, agencyId, clientId } = pathOf(client)
      return {
        rootId,
        agencyId: agencyId!,
        clientId: level === 'agency' ? null : clientId,
        campaignId: level === 'campaign' ? demoId(`${client} ${name}`) : null,
      }
    })
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}
