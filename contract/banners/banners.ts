import { z } from 'zod'
import type { Access, PermissionFlag } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer, doneWith, flag, formVersion, instant, line } from '../core/wire.ts'
import { bannerFonts, drawing } from './drawing.ts'
import { bannerSize } from './sizes.ts'
import { bannerTemplates } from './templates.ts'

/** Versions of a banner that can be restored. */
export const maxVersions = 50
/** Maximum pictures that a company can store for its banners. */
export const maxPictures = 200
export const largestPicture_bytes = 5_000_000

const url = z.union([
  z.literal(''),
  line(2_000).refine((text) => /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text), sentences.webAddress),
])

/** R026: anyone with the ads design menu. Clients do not have it; their agency designs for them. */
const ads = (flagName: PermissionFlag): Access => ({
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: `ads.${flagName}` },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: `ads.${flagName}` },
})

const row = z.object({
  id,
  name: z.string(),
  size: bannerSize,
  company_id: id,
  company_name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
  drawing,
  updated_at: instant,
})
const banner = row.extend({ click_url: z.string() })
export type BannerRow = z.output<typeof row>
export type Banner = z.output<typeof banner>

const byId = z.strictObject({ id })
const object = { kind: 'banner', in: 'params', key: 'id' } as const
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const bannerAnswer = z.object({ result: z.literal('success'), data: banner })

export const showBanners = operation({
  id: 'C111',
  name: 'showBanners',
  area: 'banners',
  method: 'POST',
  path: '/banner/show',
  summary: 'Lists the banners of a company and of those below it, most recently changed first.',
  body: z.strictObject({
    companyID: id,
    Page: z.int().min(1).max(1_000_000).default(1),
    PerPage: z.int().min(1).max(100).default(10),
    status: z.enum(['active', 'archived']).default('active'),
  }),
  answer: pageOf(row),
  access: ads('enable'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
  logged: false,
})

export const startBannerCreate = operation({
  id: 'C112',
  name: 'startBannerCreate',
  area: 'banners',
  method: 'POST',
  path: '/banner/startbannercreate',
  summary: 'Creates a banner of a given size from a template, using the company’s brand kit.',
  body: z.strictObject({
    companyID: id,
    name: line(100),
    size: bannerSize,
    template: z.enum(bannerTemplates).default('blank'),
  }),
  answer: doneWith(banner),
  access: ads('create'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const getBanner = operation({
  id: 'own',
  name: 'getBanner',
  area: 'banners',
  method: 'GET',
  path: '/banner/design/{id}',
  summary: 'Reads one banner with its drawing.',
  params: byId,
  answer: bannerAnswer,
  access: ads('enable'),
  object,
})

export const saveBanner = operation({
  id: 'own',
  name: 'saveBanner',
  area: 'banners',
  method: 'PUT',
  path: '/banner/design/{id}',
  summary: 'Saves a banner as a new version. Rejected if it has changed since it was read.',
  params: byId,
  body: z.strictObject({ name: line(100), click_url: url, drawing, version: z.int().min(1) }),
  answer: doneWith(banner),
  errors: ['conflict', 'invalid'],
  access: ads('update'),
  object,
})

export const copyBanner = operation({
  id: 'own',
  name: 'copyBanner',
  area: 'banners',
  method: 'POST',
  path: '/banner/design/{id}/copy',
  summary: 'Duplicates a banner, resized if another size is given.',
  params: byId,
  body: z.strictObject({ name: line(100), size: bannerSize }),
  answer: doneWith(banner),
  access: ads('create'),
  object,
})

export const archiveBanner = operation({
  id: 'own',
  name: 'archiveBanner',
  area: 'banners',
  method: 'PUT',
  path: '/banner/design/{id}/archive',
  summary: 'Archives or unarchives a banner.',
  params: byId,
  body: z.strictObject({ archived: flag }),
  answer: doneAnswer,
  access: ads('delete'),
  object,
})

const version = z.object({ version: z.int(), saved_at: instant, saved_by: z.string() })

export const listBannerVersions = operation({
  id: 'own',
  name: 'listBannerVersions',
  area: 'banners',
  method: 'GET',
  path: '/banner/design/{id}/versions',
  summary: 'Lists the latest versions of a banner, newest first.',
  params: byId,
  answer: z.object({ result: z.literal('success'), data: z.array(version) }),
  access: ads('enable'),
  object,
})

export const restoreBanner = operation({
  id: 'own',
  name: 'restoreBanner',
  area: 'banners',
  method: 'POST',
  path: '/banner/design/{id}/restore',
  summary: 'Restores an earlier version of a banner as its newest one.',
  params: byId,
  body: z.strictObject({ version: z.int().min(1) }),
  answer: doneWith(banner),
  errors: ['invalid'],
  access: ads('update'),
  object,
})

const kit = z.object({ colors: z.array(z.string()), font: z.enum(bannerFonts), logo_id: id.nullable() })
export type BrandKit = z.output<typeof kit>
const shownKit = kit.extend({ version: formVersion })
export type ShownBrandKit = z.output<typeof shownKit>

export const readBrandKit = operation({
  id: 'own',
  name: 'readBrandKit',
  area: 'banners',
  method: 'GET',
  path: '/banner/kit/{companyID}',
  summary: 'Reads the colors, font and logo that a company’s banners start with. Defaults to its agency’s color.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ result: z.literal('success'), data: shownKit }),
  access: ads('enable'),
  object: ofCompany,
})

export const saveBrandKit = operation({
  id: 'own',
  name: 'saveBrandKit',
  area: 'banners',
  method: 'PUT',
  path: '/banner/kit/{companyID}',
  summary: 'Saves a company’s brand kit. With a version, rejected if it has changed since it was read.',
  params: z.strictObject({ companyID: id }),
  body: z.strictObject({
    colors: z
      .array(z.string().regex(/^#[0-9a-f]{6}$/i, sentences.color))
      .min(1)
      .max(6),
    font: z.enum(bannerFonts),
    logo_id: id.nullable(),
    version: formVersion.optional(),
  }),
  answer: doneAnswer,
  errors: ['conflict', 'invalid'],
  access: ads('update'),
  object: ofCompany,
})

const picture = z.object({ id, width: z.int(), height: z.int() })
const pictureRow = picture.extend({
  created_at: instant,
  used_by: z
    .object({ kind: z.enum(['banner', 'kit']), name: z.string() })
    .nullable()
    .meta({
      description:
        'Name of the banner with a stored version that shows it, or of the company whose brand kit has it as logo.',
    }),
})
export type BannerPictureRow = z.output<typeof pictureRow>

export const uploadBannerPicture = operation({
  id: 'own',
  name: 'uploadBannerPicture',
  area: 'banners',
  method: 'POST',
  path: '/banner/picture/{companyID}',
  summary:
    'Uploads a picture for a company’s banners (field `picture`): PNG, JPEG or WebP, re-encoded and scaled down to 2,000 pixels per side.',
  params: z.strictObject({ companyID: id }),
  form: z.strictObject({ picture: z.file() }),
  answer: doneWith(picture),
  errors: ['invalid', 'too_large', 'conflict'],
  access: ads('update'),
  object: ofCompany,
  limits: [{ count: 120, perSeconds: 3_600, by: 'company' }],
  oneAtATime: true,
  transport: 'multipart',
})

export const readBannerPicture = operation({
  id: 'own',
  name: 'readBannerPicture',
  area: 'banners',
  method: 'GET',
  path: '/banner/picture/{id}',
  summary: 'Reads a banner picture as a data URL.',
  params: byId,
  answer: z.object({ result: z.literal('success'), data: picture.extend({ image: z.string() }) }),
  access: ads('enable'),
  object: { kind: 'bannerPicture', in: 'params', key: 'id' },
})

export const listBannerPictures = operation({
  id: 'own',
  name: 'listBannerPictures',
  area: 'banners',
  method: 'GET',
  path: '/banner/pictures/{companyID}',
  summary: 'Lists the pictures uploaded for a company’s banners, newest first, with what uses each.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(pictureRow),
  access: ads('enable'),
  object: ofCompany,
})

export const removeBannerPicture = operation({
  id: 'own',
  name: 'removeBannerPicture',
  area: 'banners',
  method: 'DELETE',
  path: '/banner/picture/{id}',
  summary: 'Removes a banner picture permanently. Rejected while a banner version or a brand kit uses it.',
  params: byId,
  answer: doneAnswer,
  errors: ['conflict'],
  access: ads('delete'),
  object: { kind: 'bannerPicture', in: 'params', key: 'id' },
})
