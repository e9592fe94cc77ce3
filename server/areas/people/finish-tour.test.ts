import { expect, test } from 'vitest'
import { finishTour } from '#contract/people/tour.ts'
import { readMe } from '#contract/people/user.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { http, tree } = await openTree()

test('R175: the finished tour is saved for the person who saw it, and for nobody else', async () => {
  const { acme, brightside } = tree
  const tourSeen = async (user: TestUser) => (await http.as(user).call(readMe)).body.data.tour_seen
  expect(await tourSeen(acme.owner)).toBe('F')
  expect((await http.as(acme.owner).call(finishTour, { body: {} })).status).toBe(200)
  expect([await tourSeen(acme.owner), await tourSeen(brightside.owner)]).toEqual(['T', 'F'])
  expect((await http.as(acme.clients[0]!.user).call(finishTour, { body: {} })).status).toBe(403)
})
