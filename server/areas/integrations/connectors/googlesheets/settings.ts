import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  GOOGLE_CLIENT_ID: appKey.describe(
    'The id of your Google app, required to offer Google Sheets; its redirect URLs are `https://<host>/integrations/googlesheets`.',
  ),
  GOOGLE_CLIENT_SECRET: appKey.describe('Its secret.'),
  GOOGLE_AUTHORIZE_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_REVOKE_URL: z.url().default('https://oauth2.googleapis.com/revoke'),
  GOOGLE_SHEETS_URL: z.url().default('https://sheets.googleapis.com'),
  GOOGLE_DRIVE_URL: z.url().default('https://www.googleapis.com/drive/v3'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
