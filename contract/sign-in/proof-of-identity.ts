import type { Operation } from '../core/operation.ts'

/**
 * Which writing calls ask for a proof of identity given in the last ten minutes of the session (`reauthenticate`), so
 * that a stolen token alone can neither pay out, nor let somebody in, nor lead data elsewhere (decision 36). Every
 * writing call is listed here, with the reason if it doesn't ask.
 */
const operations = {
  moneyOut: [
    'refundCharge',
    'refundTopUp',
    'settleCharge',
    'settleManualBill',
    'setBillingMethod',
    'payOutCredit',
    'writeOffCharge',
    'payCommissions',
    'setCommissionRate',
    // They charge a card at once, or without anybody looking later.
    'chargeWallet',
    'saveWallet',
    'buyEnrichment',
    'replaceCard',
    // Rules that give money back without anybody looking.
    'saveReturnRule',
    'saveExclusionRule',
    'saveShareRule',
    // What the operator's rule did not allow by itself.
    'decideShareClaims',
    // It gives back the operator's share of a whole burst.
    'voidBurst',
  ],
  paymentAccounts: [
    'createConnectedAccount',
    'getAccountLink',
    'getExistingAccountLink',
    'createSalesAccount',
    'resetPaymentConnection',
  ],
  people: [
    'removeUser',
    'saveRole',
    'setSales',
    'endUserSessions',
    'switchUser',
    'inviteColleague',
    'changeColleague',
    'removeColleague',
  ],
  hosts: ['updateSubdomain', 'updateCustomDomain'],
  destinations: [
    'createWebhook',
    // Its secret changes leads without anybody signing in.
    'createCallback',
    'createCustomIntegration',
    'saveCustomIntegration',
    'authorizeIntegration',
    'generateCrmAuthUrl',
    'createEventWebhook',
    'changeEventWebhook',
    'rotateEventSecret',
    'createReportLink',
    'saveReportSchedule',
  ],
  keysAndSignIn: [
    'createCredential',
    'revealCredential',
    'makeRecoveryCodes',
    'saveFactorSettings',
    'endSession',
    'endOtherSessions',
  ],
} as const satisfies Record<string, readonly string[]>

const ofCampaign =
  'Leads will be mailed to an address that got none of this client’s before and belongs to nobody of its companies; or more leads are bought in advance.'

/** Calls that ask only when this is so, which their use case decides (`requireRecentProof`). */
export const askedWhen: Readonly<Record<string, string>> = {
  createUser: 'An administrator or a sales person is added.',
  updateUser:
    'An administrator, a sales person or an agency is changed, or a client’s address; or a second factor is no longer demanded.',
  createDirectCustomer: 'A stored card is replaced.',
  saveIntegration: 'A key, a password or a URL is given, so that leads go to another account.',
  updateDestination: 'The URL changes.',
  createCampaign: ofCampaign,
  copyCampaign: ofCampaign,
  updateCampaign: ofCampaign,
  updateLocalCampaign: ofCampaign,
  updateLocatorCampaign: ofCampaign,
  updateEnhanceCampaign: ofCampaign,
  updateB2bCampaign: ofCampaign,
  saveProfile: 'The email address changes.',
  saveSetting: 'The mail server or the embedded code changes.',
}

/** Why the others don't ask. */
export const notAsked = {
  signIn: {
    because: 'Nobody is signed in, or the call is how a session begins, goes on or ends.',
    calls: [
      'login',
      'verifyLogin',
      'resendCode',
      'refreshToken',
      'logout',
      'switchBack',
      'validateSso',
      'register',
      'verifyRegistration',
      'forgetPassword',
      'verifyResetToken',
      'openSharedReport',
      'openPaymentLink',
      'payByLink',
      'checkLinkPayment',
    ],
  },
  provesItself: {
    because: 'It carries a proof of its own: the password, or a token that only a mailbox received.',
    calls: [
      'reauthenticate',
      'changePassword',
      'authorizeDownload',
      'setNewPassword',
      'confirmEmail',
      'confirmRegistration',
    ],
  },
  continues: {
    because: 'It completes what another call began, which asked for the proof.',
    calls: ['finishAuthorization'],
  },
  machine: {
    because: 'Only software calls it; a credential and its scopes stand for the proof.',
    calls: [
      'issueDeveloperToken',
      'issueOauthToken',
      'issueSsoToken',
      'createDeveloperCampaign',
      'setDeveloperCampaignLimit',
      'setDeveloperCampaignStatus',
      'addDeveloperExclusions',
      'addDeveloperCampaignExclusions',
      'queueDeveloperCount',
    ],
  },
  reads: {
    because: 'It only reads or checks, although it is not a GET.',
    calls: [
      'listLogCampaigns',
      'listLogCategories',
      'listLogUsers',
      'listUserLogs',
      'searchEverything',
      'searchVisits',
      'showBanners',
      'getCoupon',
      'checkCampaignActive',
      'checkCustomDomain',
      'checkSiteEmbededCode',
      'checkSpreadsheet',
      'estimateAudience',
      'previewIntegration',
      'makeDownloadTicket',
    ],
  },
  ownAffairs: {
    because: 'Preferences, setup and agreements of the caller or their company: others gain and lose nothing.',
    calls: [
      'saveLanguage',
      'saveUserLog',
      'finishTour',
      'closeChecklist',
      'saveMailChoice',
      'savePush',
      'removePush',
      'saveMailText',
      'saveQuietHours',
      'saveAlertRule',
      'completeSetup',
      'acceptAgreement',
      'acceptFeatureAgreement',
      'addSavedView',
      'changeSavedView',
      'removeSavedView',
      'createReferral',
      'sendFactorCode',
      'removeLeadExport',
      // The first card; another one is `replaceCard`.
      'createCustomer',
    ],
  },
  everydayWork: {
    because: 'Everyday work: logged, and nothing goes to anybody who could not get it before.',
    calls: [
      'retryJob',
      'purgeJob',
      'setLeadStatus',
      'changeLead',
      'changeDeveloperLead',
      'changeLeads',
      'finishLeadAction',
      'addLeadNote',
      'editLeadNote',
      'setCampaignActive',
      'changeCampaigns',
      'archiveCampaign',
      'removeCampaign',
      'makeDebugLink',
      'saveAudience',
      'uploadAudienceList',
      'removeAudience',
      'removeAudienceList',
      'saveOrganization',
      'removeOrganization',
      'archiveBanner',
      'copyBanner',
      'saveBanner',
      'restoreBanner',
      'startBannerCreate',
      'saveBrandKit',
      'uploadBannerPicture',
      'removeBannerPicture',
      'saveCompanyGroup',
      'removeCompanyGroup',
      'placeInGroup',
      'resendInvitation',
      'enrichCampaign',
      'uploadEnrichment',
      'purgeExclusions',
      'purgeCampaignExclusions',
      'purgeRootExclusions',
      'uploadAgencyExclusions',
      'uploadCampaignExclusions',
      'uploadClientExclusions',
      'uploadRootExclusions',
      'uploadImport',
      'checkImport',
      'activateImport',
      'moveCompanyRange',
      'removeCompanyRange',
      'extendPrivacyRequest',
      'decidePrivacyRequest',
      'assignInboxItems',
      'settleInboxItems',
      'snoozeInboxItems',
      'queueCount',
      'applyCount',
      'prepareLeadExport',
      'submitEvidence',
      'sendReportNow',
      'setReportScheduleStatus',
    ],
  },
  toKnownDestinations: {
    because: 'It sends only to destinations that exist, whose choice asked, or to the caller.',
    calls: [
      'saveCampaignIntegration',
      'saveRouting',
      'tryConditions',
      'saveJournalAccounts',
      'makeFunnelTags',
      'remindPayer',
      'resendDelivery',
      'resendDeliveries',
      'resendFailed',
      'replayEventMessages',
      'resendGoogleLink',
      'resetSpreadsheet',
      'sendTestLead',
      'sendTestMail',
      'checkMailDomain',
      'resumeAddress',
      'sendMailSample',
      'testSmtp',
      'testIntegration',
      'testEventWebhook',
      'takeBackLead',
      'settleReceipt',
    ],
  },
  takesAway: {
    because: 'It ends an access or stops data from leaving, and gives nothing to anybody.',
    calls: [
      'removeLeadNote',
      'removeCredential',
      'removeRole',
      'removeWebhook',
      'removeCallback',
      'removeEventWebhook',
      'removeCustomIntegration',
      'disconnectCrm',
      'revokeSpreadsheet',
      'removeReportSchedule',
      'revokeReportLink',
    ],
  },
  undoes: {
    because: 'It restores what was there before.',
    calls: [
      'undoLeadChanges',
      'restoreCompany',
      'cancelEmailChange',
      'undoConversion',
      'undoCampaignExclusions',
      'undoCompanyExclusions',
    ],
  },
  prices: {
    because: 'It says what something costs or may cost from now on: nobody is paid, and the bill shows it first.',
    calls: [
      'setRetailCost',
      'setOnboarding',
      'setPackage',
      'cancelSubscription',
      'createCoupon',
      'revokeCoupon',
      'excludeMinimumSpend',
      'saveAgencyCap',
      'saveClientCap',
      'addTaxRate',
      'removeTaxRate',
      'saveTaxDetails',
      'saveTaxExemption',
    ],
  },
  withinRules: {
    because: 'It pays what is due to whom it is due, or moves money only as a rule allows whose change asks.',
    calls: [
      'retryCharge',
      'openConfirmation',
      'checkConfirmation',
      'stopContinualTopUp',
      'stopCampaignTopUp',
      'requestReturn',
      'decideReturn',
      'askToVoid',
      'releaseLeads',
    ],
  },
} as const satisfies Record<string, { because: string; calls: readonly string[] }>

/** GETs that write, as documented (OQ-44). */
const writingReads: readonly string[] = ['revokeSpreadsheet']

export const isWriting = ({ method, name }: Pick<Operation, 'method' | 'name'>): boolean =>
  method !== 'GET' || writingReads.includes(name)

type Proof = 'recent' | 'conditional'

const always: ReadonlySet<string> = new Set(Object.values(operations).flat())

/** `recent` for every call that reaches its object, `conditional` if its use case decides, null if it never asks. */
export function proofOf({ name }: Pick<Operation, 'name'>): Proof | null {
  if (always.has(name)) return 'recent'
  return Object.hasOwn(askedWhen, name) ? 'conditional' : null
}

/** Every name in the table, for the test that compares it with the operations. */
export const listedCalls: readonly string[] = [
  ...always,
  ...Object.keys(askedWhen),
  ...Object.values(notAsked).flatMap(({ calls }): readonly string[] => calls),
]
