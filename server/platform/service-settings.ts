import { z } from 'zod'

const key = z.string().min(1).max(500).optional()

/**
 * Outside services that leads can be sent to, with their real URLs; tests and the demo replace them with stand-ins. A
 * service that needs an app of the operator is offered if the app's keys are set.
 */
export const serviceSettings = {
  SENDGRID_URL: z.url().default('https://api.sendgrid.com/v3'),
  HIGHLEVEL_URL: z.url().default('https://services.leadconnectorhq.com'),
  HIGHLEVEL_AUTHORIZE_URL: z.url().default('https://marketplace.gohighlevel.com/v2/oauth/chooselocation'),
  HIGHLEVEL_CLIENT_ID: key,
  HIGHLEVEL_CLIENT_SECRET: key,
  KARTRA_URL: z.url().default('https://app.kartra.com/api'),
  KARTRA_APP_ID: key,
  /** `{workspace}` is the account's subdomain. */
  CLICKFUNNELS_URL: z.string().startsWith('http').default('https://{workspace}.myclickfunnels.com/api/v2'),
  /** From third-party descriptions only: set URL, paths and field names as the service documents them. */
  MAILBOX_POWER_URL: z.url().default('https://api.rocketnotes.com'),
  MAILBOX_POWER_GROUPS_PATH: z.string().startsWith('/').default('/api/clienttether/contacts/groups'),
  MAILBOX_POWER_CONTACTS_PATH: z.string().startsWith('/').default('/api/clienttether/contacts'),
  MAILBOX_POWER_GROUP_FIELD: z.string().min(1).default('group_id'),
  MAILBOX_POWER_FIELDS: z
    .string()
    .default(
      'first_name=first_name,last_name=last_name,email=email,phone=phone,street=address,city=city,state=state,zip=zip',
    ),
  GOOGLE_CLIENT_ID: key,
  GOOGLE_CLIENT_SECRET: key,
  GOOGLE_AUTHORIZE_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_REVOKE_URL: z.url().default('https://oauth2.googleapis.com/revoke'),
  GOOGLE_SHEETS_URL: z.url().default('https://sheets.googleapis.com'),
  GOOGLE_DRIVE_URL: z.url().default('https://www.googleapis.com/drive/v3'),
}
