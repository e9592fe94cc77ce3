import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  archiveBanner,
  copyBanner,
  getBanner,
  listBannerPictures,
  listBannerVersions,
  maxPictures,
  maxVersions,
  readBannerPicture,
  readBrandKit,
  removeBannerPicture,
  restoreBanner,
  saveBanner,
  saveBrandKit,
  showBanners,
  startBannerCreate,
} from '#contract/banners/banners.ts'
import { fitDrawing, type Drawing } from '#contract/banners/drawing.ts'
import { bannerSizeNames, pixelsOf } from '#contract/banners/sizes.ts'
import { bannerTemplates, drawTemplate } from '#contract/banners/templates.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeUser, type TestUser } from '#server/test/factories.ts'
import { multipart, type FormPart } from '#server/test/multipart.ts'
import { openTree } from '#server/test/open-tree.ts'

let owner: TestUser
const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  owner = tree.acme.owner
})

const start = async (companyID = tree.acme.clients[0]!.id, user = owner) =>
  (
    await http
      .as(user)
      .call(startBannerCreate, { body: { companyID, name: 'Spring sale', size: '300x250', template: 'headline' } })
  ).body.data
const save = (id: string, body: object, user = owner) =>
  http.as(user).call(saveBanner, { params: { id }, body: { name: 'Spring sale', click_url: '', ...body } })
const words = (text: string): Drawing => ({
  background: '#ffffff',
  elements: [
    {
      kind: 'text',
      id: 'text-1',
      x: 10,
      y: 10,
      width: 100,
      height: 30,
      rotation: 0,
      opacity: 1,
      locked: false,
      hidden: false,
      text,
      font: 'Arial',
      size: 20,
      bold: false,
      italic: false,
      align: 'start',
      color: '#000000',
    },
  ],
})
const picture = (content: Buffer | string, companyID = tree.acme.id, extra: FormPart[] = [], user = owner) =>
  http.as(user).inject({
    method: 'POST',
    url: `/api/banner/picture/${companyID}`,
    ...multipart([{ name: 'picture', fileName: 'a.png', content }, ...extra]),
  })
/** A picture's bytes with a header that declares a square of this side. */
function withSide(real: Buffer, side: number): Buffer {
  const header = Buffer.from(real.subarray(12, 29))
  header.writeUInt32BE(side, 4)
  header.writeUInt32BE(side, 8)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(header))
  return Buffer.concat([real.subarray(0, 12), header, sum, real.subarray(33)])
}

const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()

describe('a banner', () => {
  test('C112: starts from a template with its company’s brand, and C111 lists it', async () => {
    const banner = await start()
    expect(banner).toMatchObject({ name: 'Spring sale', size: '300x250', company_name: 'Plumbright', version: 1 })
    expect(banner.drawing.background).toBe('#0f766e')
    const body = { companyID: tree.acme.id, Page: 1, PerPage: 10 }
    const { data } = (await http.as(owner).call(showBanners, { body })).body
    expect(data.map(({ id }) => id)).toContain(banner.id)
    const otherBody = { ...body, companyID: tree.acme.clients[1]!.id }
    expect((await http.as(owner).call(showBanners, { body: otherBody })).body.data).toEqual([])
  })

  test('R026, R143: requires each Ads Design flag separately, and is closed to clients', async () => {
    const place = {
      companyId: tree.acme.id,
      rootId: tree.root.id,
      agencyId: tree.acme.id,
      clientId: null,
      host: tree.acme.host,
    }
    const looker = await makeUser(db, place, 'administrator', 'looker@acme.test', { 'ads.enable': true })
    const { id, version } = await start()
    expect((await http.as(looker).call(getBanner, { params: { id } })).status).toBe(200)
    expect((await save(id, { drawing: words('No'), version }, looker)).status).toBe(403)
    for (const user of [tree.acme.bareAdmin, tree.acme.clients[0]!.user])
      expect((await http.as(user).call(getBanner, { params: { id } })).status).toBe(403)
    const foreign = await http.as(tree.brightside.owner).call(getBanner, { params: { id } })
    const absent = await http.as(tree.brightside.owner).call(getBanner, { params: { id: newId(0) } })
    expect([foreign.status, absent.status]).toEqual([404, 404])
  })

  test('is saved as a new version, and rejects a save over someone else’s change', async () => {
    const { id, version } = await start()
    const first = await save(id, { drawing: words('One'), version })
    expect(first.body.data).toMatchObject({ version: 2, drawing: words('One') })
    const refusal = await save(id, { drawing: words('Two'), name: 'Autumn', version }, tree.root.system)
    expect(refusal).toMatchObject({
      status: 409,
      body: { field: 'version', change: { current: 2, changed_by: ['owner'], changed_fields: ['drawing', 'name'] } },
    })
    const restoration = await http.as(owner).call(restoreBanner, { params: { id }, body: { version: 1 } })
    expect(restoration.body.data.version).toBe(3)
    expect(restoration.body.data.drawing).not.toEqual(words('One'))
    const versions = await http.as(owner).call(listBannerVersions, { params: { id } })
    expect(versions.body.data.map((one) => one.version)).toEqual([3, 2, 1])
    const none = await http.as(owner).call(restoreBanner, { params: { id }, body: { version: 9 } })
    expect([none.status, none.body.field]).toEqual([422, 'version'])
  })

  test('is copied to another size, archived and unarchived', async () => {
    const { id } = await start()
    const copy = await http.as(owner).call(copyBanner, { params: { id }, body: { name: 'Wide', size: '728x90' } })
    expect(copy.body.data).toMatchObject({ name: 'Wide', size: '728x90', version: 1 })
    const idsOf = async (status: 'active' | 'archived') =>
      (
        await http.as(owner).call(showBanners, { body: { companyID: tree.acme.id, PerPage: 100, status } })
      ).body.data.map((one) => one.id)
    await http.as(owner).call(archiveBanner, { params: { id }, body: { archived: 'T' } })
    expect([(await idsOf('active')).includes(id), (await idsOf('archived')).includes(id)]).toEqual([false, true])
    await http.as(owner).call(archiveBanner, { params: { id }, body: { archived: 'F' } })
    expect(await idsOf('active')).toContain(id)
  })

  test.each([
    ['an invalid color', { drawing: { ...words('x'), background: 'red' } }, 'drawing.background'],
    ['a javascript: link', { drawing: words('x'), click_url: 'javascript:alert(1)' }, 'click_url'],
    [
      'a duplicate element ID',
      { drawing: { ...words('x'), elements: [...words('x').elements, ...words('y').elements] } },
      'drawing.elements',
    ],
    [
      'an unknown picture',
      {
        drawing: {
          background: '#ffffff',
          elements: [{ kind: 'picture', id: 'p', x: 0, y: 0, width: 9, height: 9, picture_id: newId(0) }],
        },
      },
      'drawing',
    ],
  ])('is rejected with %s', async (_what, body, field) => {
    const { id, version } = await start()
    const answer = await save(id, { version, ...body })
    expect([answer.status, answer.body.field]).toEqual([422, field])
    expect((await http.as(owner).call(getBanner, { params: { id } })).body.data.version).toBe(1)
  })
})

describe('a picture', () => {
  test('is re-encoded at no more than 2,000 pixels a side, and visible only to its agency', async () => {
    const answer = await picture(await png(4_000, 1_000))
    expect(answer.json().data).toMatchObject({ width: 2_000, height: 500 })
    const { id } = answer.json().data
    const { image } = (await http.as(owner).call(readBannerPicture, { params: { id } })).body.data
    expect(image).toMatch(/^data:image\/webp;base64,/)
    expect((await http.as(tree.brightside.owner).call(readBannerPicture, { params: { id } })).status).toBe(404)
  })

  test('that is not an image, is broken, has too many pixels or is too large is rejected', async () => {
    const real = await png(10, 10)
    const bomb = withSide(real, 32_000)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const [none, unreadable, large50] = [
      'Choose a PNG, JPEG or WebP image.',
      'This image can’t be read.',
      'This image has more than 50 million pixels.',
    ]
    for (const [content, message] of [
      [svg, none],
      ['GIF89a', none],
      [Buffer.alloc(0), none],
      [real.subarray(0, 40), unreadable],
      [real.subarray(0, 20), unreadable],
      [bomb, large50],
    ] as const) {
      const answer = await picture(content)
      expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining({ field: 'picture', message })])
    }
    const large = await picture(Buffer.concat([real, Buffer.alloc(5_000_001)]))
    expect([large.statusCode, large.json().field]).toEqual([413, 'picture'])
    const extra = await picture(real, tree.acme.id, [{ name: 'desc', value: 'x' }])
    expect([extra.statusCode, extra.json().field]).toEqual([422, 'desc'])
    expect((await picture(real, tree.brightside.id)).statusCode).toBe(404)
  })
})

describe('a stored picture', () => {
  const storePicture = async (companyID = tree.acme.id): Promise<string> =>
    (await picture(await png(20, 10), companyID)).json().data.id
  const showing = (picture_id: string) => ({
    background: '#ffffff',
    elements: [{ kind: 'picture', id: 'p', x: 0, y: 0, width: 9, height: 9, picture_id }],
  })
  const remove = (id: string, user = owner) => http.as(user).call(removeBannerPicture, { params: { id } })
  const listPictures = async (companyID = tree.acme.id) =>
    (await http.as(owner).call(listBannerPictures, { params: { companyID }, query: { Page: 1, PerPage: 100 } })).body
      .data
  const isKept = async (id: string): Promise<boolean> =>
    (await db.adminPool.query('select from banner_picture where id = $1', [id])).rowCount === 1

  /** Copies a picture until its company has this many. */
  const fill = (id: string, upTo: number, companyId: string): Promise<unknown> =>
    db.adminPool.query(
      `insert into banner_picture (agency_id, id, root_id, client_id, company_id, width, height, image, created_at)
       select agency_id, gen_random_uuid(), root_id, client_id, company_id, 1, 1, '\\x00', created_at - interval '1 hour'
         from banner_picture, generate_series(1, $2 - (select count(*)::int from banner_picture own where own.company_id = $3))
        where id = $1`,
      [id, upTo, companyId],
    )

  test('that nothing uses is deleted with its data, and frees a slot for another', async () => {
    const id = await storePicture()
    await fill(id, maxPictures, tree.acme.id)
    expect((await picture(await png(20, 10))).json()).toMatchObject({ field: 'picture' })
    expect((await listPictures()).find((one) => one.id === id)).toMatchObject({ width: 20, height: 10, used_by: null })
    expect((await remove(id)).body.message).toBe('The image was removed.')
    expect(await isKept(id)).toBe(false)
    expect((await http.as(owner).call(readBannerPicture, { params: { id } })).status).toBe(404)
    expect((await picture(await png(20, 10))).statusCode).toBe(200)
    await db.adminPool.query('delete from banner_picture where width = 1')
  })

  test('that is uploaded at the same moment as another one counts for it', async () => {
    const { id: companyId } = tree.acme.clients[1]!
    const id = await storePicture(companyId)
    await fill(id, maxPictures - 1, companyId)
    const holder = await db.adminPool.connect()
    await holder.query('begin; lock table banner_picture in exclusive mode')
    const content = await png(20, 10)
    // A company's own calls run one at a time.
    const uploads = Promise.all([owner, tree.root.system].map((user) => picture(content, companyId, [], user)))
    try {
      await expect.poll(() => countWaiting(db), { timeout: 4_000 }).toBe(2)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    expect((await uploads).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await db.adminPool.query('delete from banner_picture where company_id = $1', [companyId])
  })

  test('that a banner or one of its versions shows cannot be removed, and the error names the banner', async () => {
    const id = await storePicture()
    const banner = await start()
    const refusal = {
      status: 409,
      body: { message: 'The banner “Spring sale” shows this picture, or one of its earlier versions does.' },
    }
    await save(banner.id, { drawing: showing(id), version: 1 })
    expect(await remove(id)).toMatchObject(refusal)
    await save(banner.id, { drawing: words('Without it'), version: 2 })
    expect(await remove(id)).toMatchObject(refusal)
    expect((await listPictures()).find((one) => one.id === id)!.used_by).toEqual({
      kind: 'banner',
      name: 'Spring sale',
    })
    const restoration = await http.as(owner).call(restoreBanner, { params: { id: banner.id }, body: { version: 2 } })
    expect(restoration.body.data.drawing).toMatchObject(showing(id))
    // The oldest versions are dropped, and once the last one that shows the picture is gone, it can be removed.
    for (let version = 4; version < 5 + maxVersions; version++)
      await save(banner.id, { drawing: words('Without it'), version })
    expect((await remove(id)).status).toBe(200)
    expect(await isKept(id)).toBe(false)
  })

  test('that is a brand kit’s logo cannot be removed, and the error names the company', async () => {
    const companyID = tree.acme.clients[1]!.id
    const id = await storePicture(companyID)
    const body = { colors: ['#112233'], font: 'Georgia', logo_id: id }
    await http.as(owner).call(saveBrandKit, { params: { companyID }, body })
    expect((await remove(id)).body.message).toBe(
      'This picture is the logo in the brand kit of Harbor Realty. Choose another one there first.',
    )
    await http.as(owner).call(saveBrandKit, { params: { companyID }, body: { ...body, logo_id: null } })
    expect((await remove(id)).status).toBe(200)
  })

  test('is removed only by users of its agency who may delete designs', async () => {
    const id = await storePicture()
    expect((await remove(id, tree.brightside.owner)).status).toBe(404)
    expect((await remove(id, tree.acme.bareAdmin)).status).toBe(403)
    expect(await isKept(id)).toBe(true)
  })

  test('is not removed while a banner that shows it is being saved', async () => {
    for (let round = 0; round < 5; round++) {
      const [id, banner] = [await storePicture(), await start()]
      const [saving, removal] = await Promise.all([save(banner.id, { drawing: showing(id), version: 1 }), remove(id)])
      expect([saving.status, removal.status].toSorted()).toEqual(removal.status === 200 ? [200, 422] : [200, 409])
      expect(await isKept(id)).toBe(saving.status === 200)
    }
  })
})

test('a brand kit belongs to its company, and takes only a logo of its agency', async () => {
  const companyID = tree.acme.clients[0]!.id
  const readKit = async () => (await http.as(owner).call(readBrandKit, { params: { companyID } })).body.data
  expect((await readKit()).colors[0]).toBe('#0f766e')
  const body = { colors: ['#112233'], font: 'Georgia', logo_id: null }
  expect((await http.as(owner).call(saveBrandKit, { params: { companyID }, body })).status).toBe(200)
  expect(await readKit()).toMatchObject(body)
  expect((await start(companyID)).drawing.background).toBe('#112233')
  const foreign = await http
    .as(owner)
    .call(saveBrandKit, { params: { companyID }, body: { ...body, logo_id: newId(0) } })
  expect([foreign.status, foreign.body.field]).toEqual([422, 'logo_id'])
})

test('a brand kit is not saved over someone else’s change that its editor has not seen', async () => {
  const [companyID, editor] = [tree.brightside.clients[0]!.id, tree.brightside.owner]
  const readKit = async () => (await http.as(editor).call(readBrandKit, { params: { companyID } })).body.data
  const saveKit = (body: object, user = editor) =>
    http.as(user).call(saveBrandKit, { params: { companyID }, body: { ...kit, ...body } })
  const { version: first, ...kit } = await readKit()
  // Neither editor finds a stored kit, so that both saves would add the first one.
  const both = await Promise.all([
    saveKit({ colors: ['#112233'], version: first }),
    saveKit({ font: 'Georgia', version: first }, tree.root.system),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { version, ...now } = await readKit()
  expect((await saveKit({ ...now, font: 'Verdana', version })).status).toBe(200)
  const late = await saveKit({ ...now, colors: ['#445566'], version }, tree.root.system)
  expect(late).toMatchObject({ status: 409, body: { change: { changed_by: ['owner'], changed_fields: ['font'] } } })
  expect(await readKit()).toMatchObject({ ...now, font: 'Verdana' })
  const overwriting = { colors: ['#445566'], version: String(late.body.change!.current) }
  expect((await saveKit(overwriting, tree.root.system)).status).toBe(200)
  expect(await readKit()).toMatchObject({ colors: ['#445566'], font: kit.font })
})

test('the operator has its own banners, which agencies cannot see', async () => {
  const banner = await start(tree.root.id, tree.root.system)
  expect(banner.company_id).toBe(tree.root.id)
  expect((await http.as(owner).call(getBanner, { params: { id: banner.id } })).status).toBe(404)
})

test('every template fits every size, and converts between all sizes', () => {
  const look = { name: 'Plumbright', colors: ['#0f766e', '#14181f'], font: 'Arial', logoId: newId(0) } as const
  for (const template of bannerTemplates)
    for (const size of bannerSizeNames) {
      const drawing = drawTemplate(template, size, look)
      expect(saveBanner.body!.safeParse({ name: 'x', click_url: '', drawing, version: 1 }).success).toBe(true)
      for (const to of bannerSizeNames) {
        const { width, height } = pixelsOf(to)
        for (const one of fitDrawing(drawing, size, to).elements) {
          const [x, y] = [one.x + one.width / 2, one.y + one.height / 2]
          expect([x > -width && x < 2 * width, y > -height && y < 2 * height]).toEqual([true, true])
        }
      }
    }
})
