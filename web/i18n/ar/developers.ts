/** The developer's agreement and keys. */
export const messages: Record<string, string> = {
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
}
