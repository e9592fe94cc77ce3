import { describe, expect, test } from 'vitest'
import { areaProblem, listZipsAround, listZipsWithin, readPoint, textOfPoint } from '#contract/campaigns/shapes.ts'
import { sentences } from '#contract/core/sentences.ts'
import { openTree } from '#server/test/open-tree.ts'

const { http, tree } = await openTree()

const around = (center: string, miles: string) =>
  http.as(tree.acme.owner).call(listZipsAround, { query: { center, miles } })
const within = (points: string) => http.as(tree.acme.owner).call(listZipsWithin, { query: { points } })
const zipsOf = ({ body }: { body: { data: { zip: string }[] } }): string[] => body.data.map(({ zip }) => zip)

describe('A radius', () => {
  test('returns the ZIP codes around a ZIP code, the nearest first', async () => {
    const near = await around('60601', '3')
    expect(near.status).toBe(200)
    expect(zipsOf(near)[0]).toBe('60601')
    expect(zipsOf(near)).toEqual(expect.arrayContaining(['60602', '60611']))
    expect(zipsOf(near)).not.toContain('60201')
    const far = zipsOf(await around('60601', '25'))
    expect(far).toEqual(expect.arrayContaining([...zipsOf(near), '60201']))
    expect(far).not.toContain('53202')
  })

  test('returns the same around the coordinates of that ZIP code', async () => {
    const byZip = await around(' 78701 ', '10')
    expect(await around(textOfPoint(byZip.body.center!), '10')).toMatchObject({ status: 200 })
    expect(zipsOf(await around(textOfPoint(byZip.body.center!), '10')).toSorted()).toEqual(zipsOf(byZip).toSorted())
  })

  test.each([
    ['00000', '5', 'center', sentences.unknownZip],
    ['Chicago', '5', 'center', sentences.center],
    ['91, 0', '5', 'center', sentences.center],
    ['60601', '0', 'miles', 'Enter 1 or more.'],
    ['60601', '501', 'miles', 'Enter 500 or less.'],
    ['60601', '2.5', 'miles', sentences.wholeNumber],
    ['0, 0', '1', 'miles', sentences.emptyArea],
    ['39.8, -86', '500', 'miles', sentences.largeArea.replace('{n}', '10000')],
  ])('around %s of %s miles is rejected by field', async (center, miles, field, message) => {
    expect(await around(center, miles)).toMatchObject({ status: 422, body: { field, message } })
  })

  test('at a pole or the date line is handled like any other', async () => {
    for (const center of ['90, 0', '-90, 180', '0, 180', '52, -180'])
      expect([200, 422]).toContain((await around(center, '500')).status)
  })
})

describe('An area', () => {
  test('returns the ZIP codes whose center lies in it, whichever way its corners run', async () => {
    const loop = ['41.87,-87.66', '41.9,-87.66', '41.9,-87.6', '41.87,-87.6']
    const zips = zipsOf(await within(loop.join(';')))
    expect(zips).toEqual(expect.arrayContaining(['60601', '60602']))
    expect(zips).not.toContain('60614')
    expect(zips).toEqual(zips.toSorted())
    expect(zipsOf(await within(loop.toReversed().join(' \n')))).toEqual(zips)
  })

  test('leaves out ZIP codes in a concave part of its outline', async () => {
    // A "C" that opens to the east: its mouth is not part of the area.
    const square = zipsOf(await within('41,-88.5;42.5,-88.5;42.5,-87;41,-87'))
    const c = zipsOf(await within('41,-88.5;42.5,-88.5;42.5,-87;42.2,-87;42.2,-88.2;41.3,-88.2;41.3,-87;41,-87'))
    expect(square).toContain('60601')
    expect(c).not.toContain('60601')
    expect(square).toEqual(expect.arrayContaining(c))
  })

  test.each([
    ['that crosses itself', '41,-88;42,-87;42,-88;41,-87', sentences.crossedArea],
    ['that runs back over itself', '41,-88;42,-88;41,-88', sentences.crossedArea],
    ['whose side touches a corner', '41,-88;43,-88;43,-87;42,-88;41,-87', sentences.crossedArea],
    ['of two points', '41,-88;42,-88', 'Enter at least 3 points.'],
    ['of 101 points', Array.from({ length: 101 }, (_, at) => `41.${at},-88`).join(';'), 'Enter at most 100 points.'],
    ['of words', 'here;there;everywhere', sentences.points],
    ['in the ocean', '1,-1;2,-1;2,-2', sentences.emptyArea],
    ['as large as the country', '25,-125;49,-125;49,-66;25,-66', sentences.largeArea.replace('{n}', '10000')],
  ])('%s is rejected by field', async (_, points, message) => {
    expect(await within(points)).toMatchObject({ status: 422, body: { field: 'points', message } })
  })

  test('is validated by the same rules in the browser', () => {
    expect(areaProblem('41,-88\n42,-88\n42,-87\n')).toBeNull()
    expect(areaProblem('41,-88\n42,-87\n42,-88\n41,-87')).toBe(sentences.crossedArea)
    expect(readPoint('41.88, -87.63')).toEqual({ latitude: 41.88, longitude: -87.63 })
    for (const text of ['', '41.88', '41.88, -187.63', '41,88,-87', '٤١, -٨٧', '1e1, 2'])
      expect(readPoint(text)).toBeNull()
  })
})

test('Places are available to signed-in users only', async () => {
  const query = { center: '60601', miles: '2' }
  expect((await http.as(tree.acme.clients[0]!.user).call(listZipsAround, { query })).status).toBe(200)
  expect((await http.anonymous().call(listZipsAround, { query })).status).toBe(401)
})
