/** The developer's agreement and keys. */
export const messages: Record<string, string> = {
  'Send a test once the cause is put right: if it arrives, the webhook is on again.':
    'أرسل اختبارًا بعد إصلاح السبب: إن وصل عاد الخطاف إلى العمل.',
  'Developer agreement': 'اتفاقية المطورين',
  'Read and accept the agreement to get a key for the developer API.':
    'اقرأ الاتفاقية واقبلها للحصول على مفتاح لواجهة المطورين البرمجية.',
  Continue: 'متابعة',
  'Please click agree before you continue': 'يُرجى النقر على الموافقة قبل المتابعة',
  'I agree to this agreement for {company}': 'أوافق على هذه الاتفاقية نيابةً عن {company}',
  'The developer API costs nothing on top of your leads.':
    'لا تكلفة لواجهة المطورين البرمجية فوق تكلفة العملاء المحتملين.',
  'One-time charge': 'رسم لمرة واحدة',
  'Minimum spend in month {month}': 'الحد الأدنى للإنفاق في الشهر {month}',
  'Minimum spend from month {month} on': 'الحد الأدنى للإنفاق بدءًا من الشهر {month}',
  'API key': 'مفتاح الواجهة البرمجية',
  'Create key': 'إنشاء مفتاح',
  'No key yet': 'لا يوجد مفتاح بعد',
  'Create a key to call the developer API from your own software.':
    'أنشئ مفتاحًا لاستدعاء واجهة المطورين البرمجية من برمجياتك.',
  'Key {id}': 'المفتاح {id}',
  'Client ID': 'معرّف العميل',
  'Secret key': 'المفتاح السري',
  'Made {made}, works until {until}.': 'أُنشئ في {made} ويعمل حتى {until}.',
  'Last used {when}.': 'آخر استخدام {when}.',
  'Not used yet.': 'لم يُستخدم بعد.',
  'Show secret key': 'عرض المفتاح السري',
  'Remove key': 'إزالة المفتاح',
  'API endpoint URL': 'عنوان الواجهة البرمجية',
  'List of states': 'قائمة الولايات',
  'List of cities of a state': 'قائمة مدن ولاية',
  'API documentation': 'وثائق الواجهة البرمجية',
  'Your key': 'مفتاحك',
  'Keep it on your servers, never in pages or apps. To see it again you need your password.':
    'احفظه على خوادمك، لا في صفحات أو تطبيقات أبدًا. لرؤيته مرة أخرى تحتاج إلى كلمة مرورك.',
  'I have kept it': 'حفظته',
  'Remove this key?': 'إزالة هذا المفتاح؟',
  'Software that uses {id} is refused from now on. This cannot be undone.':
    'ستُرفض من الآن البرمجيات التي تستخدم {id}. لا يمكن التراجع عن ذلك.',
  'API requests': 'طلبات الواجهة البرمجية',
  'API usage': 'استخدام الواجهة البرمجية',
  Requests: 'الطلبات',
  Usage: 'الاستخدام',
  'Pages for developers': 'صفحات المطورين',
  Succeeded: 'نجح',
  Outcomes: 'النتائج',
  'Each call of your keys of the last 30 days, a moment after it was answered.':
    'كل استدعاء لمفاتيحك في آخر 30 يومًا، بعد لحظة من الرد عليه.',
  'No requests yet': 'لا توجد طلبات بعد',
  'Create a key under Developer in your account menu, get a token and make a first call.':
    'أنشئ مفتاحًا من «المطور» في قائمة حسابك، واحصل على رمز، ثم أجرِ أول استدعاء.',
  Result: 'النتيجة',
  Key: 'المفتاح',
  Duration: 'المدة',
  '{n} ms': '{n} مللي ثانية',
  'Calls of your keys in the last 30 days, in days of UTC.': 'استدعاءات مفاتيحك في آخر 30 يومًا، بأيام التوقيت العالمي.',
  Calls: 'الاستدعاءات',
  'Failed calls': 'الاستدعاءات الفاشلة',
  'By operation': 'حسب العملية',
  'Your keys made no calls in these days.': 'لم تُجرِ مفاتيحك أي استدعاء في هذه الأيام.',
  'Calls by operation': 'الاستدعاءات حسب العملية',
  'All calls of one key': 'كل استدعاءات مفتاح واحد',
  'All calls of your company': 'كل استدعاءات شركتك',
  'Tokens of one key': 'رموز مفتاح واحد',
  '{n} a day': '{n} في اليوم',
  '{n} a minute': '{n} في الدقيقة',
  'Each answer says in its RateLimit headers what is left. A call above a limit is answered 429.':
    'يذكر كل رد في ترويسات RateLimit ما تبقى. ويُرد على الاستدعاء الذي يتجاوز حدًا بالحالة 429.',
}

/** What the server answers about agreements and keys (server/areas/agreements, server/areas/developers). */
export const serverTexts: Record<string, string> = {
  'The developer API is not switched on for your company.': 'واجهة المطورين البرمجية غير مفعّلة لشركتك.',
  'Accept the agreement for developers first.': 'اقبل اتفاقية المطورين أولًا.',
  'You have two keys already. Remove one before you make another.':
    'لديك مفتاحان بالفعل. أزل أحدهما قبل إنشاء مفتاح آخر.',
  'For 24 hours after a password was set by mail this is not possible.':
    'لا يمكن ذلك خلال 24 ساعة من تعيين كلمة مرور عبر البريد.',
  'Your key has been made.': 'أُنشئ مفتاحك.',
  'The key no longer works.': 'لم يعد المفتاح يعمل.',
  'Your agreement has been saved.': 'حُفظت موافقتك.',
  'This agreement is not offered to you.': 'هذه الاتفاقية غير معروضة عليك.',
  'Developer webhooks': 'خطافات الويب للمطورين',
  'Tell your own software what happens, signed and retried.': 'أخبر برمجياتك بما يحدث، برسائل موقّعة ويُعاد إرسالها.',
  'No webhooks yet': 'لا توجد خطافات ويب بعد',
  'Add an address of your software and choose the events it is told of.':
    'أضف عنوان برمجياتك واختر الأحداث التي تُخبَر بها.',
  'New lead': 'عميل محتمل جديد',
  'Keyword count finished': 'اكتمل عدّ الكلمات المفتاحية',
  'Delivery failed': 'فشل تسليم',
  'Test message': 'رسالة اختبار',
  'The old secret signs too until {when}.': 'يوقّع السر القديم أيضًا حتى {when}.',
  'A test message is on its way.': 'رسالة الاختبار في الطريق.',
  Messages: 'الرسائل',
  'Send test': 'إرسال اختبار',
  'New secret': 'سر جديد',
  'Edit webhook': 'تعديل خطاف الويب',
  'Save webhook': 'حفظ خطاف الويب',
  'A public https address that answers with a status of 200 to 299.': 'عنوان https عام يجيب بحالة من 200 إلى 299.',
  'Make a new signing secret?': 'إنشاء سر توقيع جديد؟',
  'Make new secret': 'إنشاء سر جديد',
  'For 24 hours messages are signed with the old one too, so that you can change over.':
    'تُوقَّع الرسائل بالسر القديم أيضًا لمدة 24 ساعة حتى تتمكن من الانتقال.',
  'The webhook has been removed.': 'أُزيل خطاف الويب.',
  '{url} is told of nothing any more, of what waits neither.': 'لن يُخبَر {url} بأي شيء بعد الآن، ولا بما ينتظر.',
  '{count, plural, one {# message is sent again} other {# messages are sent again}}':
    '{count, plural, zero {لا تُرسل أي رسالة مجددًا} one {تُرسل رسالة واحدة مجددًا} two {تُرسل رسالتان مجددًا} few {تُرسل # رسائل مجددًا} many {تُرسل # رسالة مجددًا} other {تُرسل # رسالة مجددًا}}',
  'No messages yet': 'لا توجد رسائل بعد',
  'Send a test to see one here. Messages are kept for 30 days.':
    'أرسل اختبارًا لترى رسالة هنا. تُحفظ الرسائل لمدة 30 يومًا.',
  'Send failed again': 'إعادة إرسال الفاشلة',
}
