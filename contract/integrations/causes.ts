import { z } from 'zod'

/**
 * Why a delivery did not arrive, in words that tell the reader what to do. The code never changes its meaning; the
 * number a receiver answered with is shown beside it.
 */
export const causeTexts = {
  refused_address: 'This address may not be reached. Use a public https address on port 443 or 8443.',
  dns: 'The host name was not found. Check the address.',
  connect: 'The receiver could not be reached. Check that it is running.',
  tls: "The receiver's certificate is not valid. Renew it or check the address.",
  timeout: 'The receiver did not answer within 10 seconds.',
  too_large: 'The receiver answered with more than 1 MiB.',
  redirect: 'The receiver answered with a redirect, which is not followed. Use the final address.',
  gone: 'The receiver answered that it is gone for good, so it was switched off.',
  not_allowed: 'The receiver refused access. Check its permissions.',
  not_found: 'The receiver does not know this address. Check its path.',
  too_many: 'The receiver asked to slow down.',
  rejected: 'The receiver rejected the data.',
  receiver_error: 'The receiver had an error of its own.',
  mail_not_set_up: 'No mail server is set up.',
  mail_unreachable: 'The mail server could not be reached.',
  mail_timeout: 'The mail server did not answer in time.',
  mail_refused: 'The mail server refused the message. Check the recipients.',
  mail_partly_refused: 'Sent, but the mail server refused some of the recipients.',
  token_expired: 'Access has ended: the key or the permission was taken back. Connect it again.',
  no_permission: 'The account may not do this. Give the key or the app the permissions it asks for.',
  list_deleted: 'A chosen list, tag or sheet is not there any more. Choose another one.',
  quota: 'The account has used up what its plan allows.',
  schema_changed: 'A field it was sent to is not there any more. Check the fields.',
  service_error: 'The service is down or answered with something unknown. It is tried again.',
  slow_down: 'Waiting, so that the service is not asked more often than it allows.',
  accepted: 'Accepted. The service had not confirmed it yet.',
  lead_incomplete: 'The lead has no email address, and the service takes none without.',
  disconnected: 'The service was disconnected. Connect it again.',
  destination_disabled: 'The destination was switched off.',
  destination_removed: 'The destination was removed.',
  switched_off: 'Switched off by hand.',
  taken_back: 'The lead was taken back, so nothing of it is sent any more.',
  lead_missing: 'The lead was deleted before it could be sent.',
  internal: 'Something went wrong on our side. It is tried again.',
} as const

export type Cause = keyof typeof causeTexts
const causes = Object.keys(causeTexts) as [Cause, ...Cause[]]
export const cause = z.enum(causes)

/** The same for who reads Arabic: screens and mails say it. */
export const causesInArabic: Readonly<Record<Cause, string>> = {
  refused_address: 'لا يجوز الوصول إلى هذا العنوان. استخدم عنوان https عامًا على المنفذ 443 أو 8443.',
  dns: 'لم يُعثر على اسم المضيف. تحقق من العنوان.',
  connect: 'تعذّر الوصول إلى المستلِم. تحقق من أنه يعمل.',
  tls: 'شهادة المستلِم غير صالحة. جدّدها أو تحقق من العنوان.',
  timeout: 'لم يُجب المستلِم خلال 10 ثوانٍ.',
  too_large: 'أجاب المستلِم بأكثر من 1 ميغابايت.',
  redirect: 'أجاب المستلِم بتحويل لا يُتّبع. استخدم العنوان النهائي.',
  gone: 'أجاب المستلِم بأنه لم يعد موجودًا نهائيًا، فأُوقف.',
  not_allowed: 'رفض المستلِم الوصول. تحقق من صلاحياته.',
  not_found: 'لا يعرف المستلِم هذا العنوان. تحقق من المسار.',
  too_many: 'طلب المستلِم الإبطاء.',
  rejected: 'رفض المستلِم البيانات.',
  receiver_error: 'حدث خطأ لدى المستلِم.',
  mail_not_set_up: 'لم يُعَدّ أي خادم بريد.',
  mail_unreachable: 'تعذّر الوصول إلى خادم البريد.',
  mail_timeout: 'لم يُجب خادم البريد في الوقت المحدد.',
  mail_refused: 'رفض خادم البريد الرسالة. تحقق من المستلمين.',
  mail_partly_refused: 'أُرسلت، لكن خادم البريد رفض بعض المستلمين.',
  token_expired: 'انتهى الوصول: سُحب المفتاح أو الإذن. أعد الربط.',
  no_permission: 'لا يُسمح للحساب بذلك. امنح المفتاح أو التطبيق الصلاحيات المطلوبة.',
  list_deleted: 'لم تعد القائمة أو الوسم أو الجدول المختار موجودًا. اختر غيره.',
  quota: 'استنفد الحساب ما تسمح به خطته.',
  schema_changed: 'لم يعد أحد الحقول المرسل إليها موجودًا. تحقق من الحقول.',
  service_error: 'الخدمة متوقفة أو أجابت بما لا يُفهم. تُعاد المحاولة.',
  slow_down: 'بالانتظار حتى لا تُسأل الخدمة أكثر مما تسمح.',
  accepted: 'قُبل. لم تؤكده الخدمة بعد.',
  lead_incomplete: 'لا عنوان بريد لهذا العميل، والخدمة لا تقبل من دونه.',
  disconnected: 'فُصلت الخدمة. أعد ربطها.',
  destination_disabled: 'أُوقفت الوجهة.',
  destination_removed: 'أُزيلت الوجهة.',
  switched_off: 'أُوقفت يدويًا.',
  taken_back: 'استُرجع العميل المحتمل، فلن يُرسل شيء منه بعد الآن.',
  lead_missing: 'حُذف العميل المحتمل قبل إرساله.',
  internal: 'حدث خطأ لدينا، وتُعاد المحاولة.',
}
