/** The shell around every page: notices about the account, the payment banner, the tour. */
export const messages: Record<string, string> = {
  'You need to connect your payment account prior to adding any clients.(go to system setting->general setting->connect your account)':
    'عليك ربط حساب الدفع الخاص بك قبل إضافة أي عملاء. (انتقل إلى إعدادات النظام -> الإعدادات العامة -> ربط الحساب)',
  'Please continue complete the form to connect your account with the payment provider before start to add client (go to system setting->general setting->connect your account)':
    'يُرجى إكمال النموذج لربط حسابك بمزوّد الدفع قبل البدء بإضافة العملاء. (انتقل إلى إعدادات النظام -> الإعدادات العامة -> ربط الحساب)',
  'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.':
    'لا يزال حسابك قيد التحقق لدى مزوّد الدفع. يُرجى مراجعة بريدك الإلكتروني أو تسجيل الدخول إلى حساب الدفع لمعرفة الخطوات الإضافية المطلوبة من مزوّد الدفع.',
  'Please connect your payment account to receive commissions.': 'يُرجى ربط حساب الدفع الخاص بك لاستلام العمولات.',
  'Your payment account isn’t fully connected yet.': 'بدأ ربط حساب الدفع الخاص بك ولم يكتمل بعد.',
  'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)':
    'أكمل إعداد الدفع أولًا لاستخدام النظام بالكامل. (انتقل إلى الملف الشخصي -> إعداد الدفع)',
  'Please complete your profile to fully use the system. (Go to Profile)':
    'يُرجى إكمال ملفك الشخصي لاستخدام النظام بالكامل. (انتقل إلى الملف الشخصي)',
  'General Settings': 'الإعدادات العامة',
  'Connect account': 'ربط الحساب',
  'Payment Setup': 'إعداد الدفع',
  'Data Wallet': 'محفظة البيانات',
  Integrations: 'عمليات الربط',
  Developer: 'المطوّر',
  'Exclusion List': 'قائمة الاستبعاد',
  'Client group': 'مجموعة العملاء',
  'View All': 'عرض الكل',
  'Please update your payment account information to continue receiving charges and payouts.':
    'يُرجى تحديث معلومات حساب الدفع الخاص بك لمواصلة استلام المدفوعات والتحويلات.',
  'Your menu': 'قائمتك',
  'Find campaigns, leads and clients here.': 'هنا تجد الحملات والعملاء المحتملين والعملاء.',
  'Your modules': 'وحداتك',
  'Campaigns, leads, visit outcomes and deliveries.':
    'الحملات والعملاء المحتملون الذين تجلبهم، ولماذا لم تُنتج الزيارات عملاء، وإلى أين ذهبوا.',
  'Your workspace': 'مساحة عملك',
  'Add clients, manage them, and invite colleagues with the permissions they need.':
    'أضف العملاء وافتح صفحة كل منهم، وادعُ زملاءك بالصلاحيات التي يحتاجونها.',
  'Your preferences': 'كما تحب',
  'Light or dark, English or Arabic. Saved on this device.': 'فاتح أو داكن، الإنجليزية أو العربية: هذا الجهاز يتذكر.',
  'Your account': 'حسابك',
  'Your password, two-factor authentication, devices and sign-out.':
    'كلمة المرور والمصادقة الثنائية والأجهزة التي سجّلت الدخول عليها، وتسجيل الخروج.',
  'You are offline': 'أنت غير متصل',
  'Check your connection. This page reloads on its own.': 'تحقق من اتصالك. ستعود هذه الصفحة من تلقاء نفسها.',
  'Stop!': 'توقف!',
  'This is a tool for developers. If someone told you to paste something here, it’s a scam to take over your account.':
    'هذه أداة للمطورين. إن طلب منك أحد لصق شيء هنا فهي خدعة للاستيلاء على حسابك.',
  'Skip tour': 'تخطَّ الجولة',
  Finish: 'إنهاء',
  'Changed by {name} on {date}.': 'غيّره {name} في {date}.',
  'Changed on {date}.': 'تغيّر في {date}.',
  'Changed: {fields}': 'ما تغيّر: {fields}',
  'Keep editing': 'متابعة التعديل',
  'Leave without saving?': 'هل تريد المغادرة دون حفظ؟',
  Overwrite: 'استبدال',
  Reload: 'إعادة التحميل',
  'You have unsaved changes.': 'لديك تغييرات غير محفوظة.',
  'Choose a PNG, JPEG or WebP image.': 'اختر صورة بصيغة PNG أو JPEG أو WebP.',
  'Choose a PNG, JPEG, WebP or SVG image.': 'اختر صورة بصيغة PNG أو JPEG أو WebP أو SVG.',
  'The image can be at most 500 kB.': 'يجب ألا تتجاوز الصورة 500 كيلوبايت.',
  'The image can be at most 5 MB.': 'يجب ألا تتجاوز الصورة 5 ميغابايت.',
  'Choose a CSV file.': 'اختر ملف CSV.',
}
