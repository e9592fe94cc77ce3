import { z } from 'zod'

const key = z.string().min(1).max(500).optional()

/**
 * Outside services that leads can be sent to. Each has its real address; tests and the demo put their stand-ins in its place.
 * One that needs an app of the operator's is offered when the app's keys are there.
 */
export const serviceSettings = {
  SENDGRID_URL: z.url().default('https://api.sendgrid.com/v3'),
  HIGHLEVEL_URL: z.url().default('https://services.leadconnectorhq.com'),
  HIGHLEVEL_AUTHORIZE_URL: z.url().default('https://marketplace.gohighlevel.com/v2/oauth/chooselocation'),
  HIGHLEVEL_CLIENT_ID: key,
  HIGHLEVEL_CLIENT_SECRET: key,
  KARTRA_URL: z.url().default('https://app.kartra.com/api'),
  KARTRA_APP_ID: key,
  /** `{workspace}` is the first part of the account's address. */
  CLICKFUNNELS_URL: z.string().startsWith('http').default('https://{workspace}.myclickfunnels.com/api/v2'),
  /** Known from second hand only: address, paths and names of fields are to be set as the service documents them. */
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
