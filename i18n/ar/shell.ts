/** The shell around every page: notices about the account, the payment banner, the tour. */
export const messages = {
  Breadcrumbs: 'مسار الصفحة',
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
  'Account notices': 'تنبيهات الحساب',
  'Contact {name}': 'تواصل مع {name}',
  'Open campaign': 'فتح الحملة',
  'Your last payment failed, so new leads have stopped. Update your card.':
    'فشلت آخر دفعة لك، فتوقف وصول العملاء المحتملين الجدد. حدّث بطاقتك.',
  'Your agency’s last payment failed, so new leads have stopped. Its owner must update the card.':
    'فشلت آخر دفعة لوكالتك، فتوقف وصول العملاء المحتملين الجدد. على مالكها تحديث البطاقة.',
  'New leads have stopped. Contact your agency.': 'توقف وصول العملاء المحتملين الجدد. تواصل مع وكالتك.',
  '{count, plural, one {A payment was declined. Update your card, or it stops your leads.} other {# payments were declined. Update your card, or they stop your leads.}}':
    '{count, plural, zero {رُفضت دفعات. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.} one {رُفضت دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.} two {رُفضت دفعتان. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.} few {رُفضت # دفعات. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.} many {رُفضت # دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.} other {رُفضت # دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين.}}',
  '{count, plural, one {A payment was declined. Update your card, or it stops your leads on {date}.} other {# payments were declined. Update your card, or they stop your leads on {date}.}}':
    '{count, plural, zero {رُفضت دفعات. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.} one {رُفضت دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.} two {رُفضت دفعتان. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.} few {رُفضت # دفعات. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.} many {رُفضت # دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.} other {رُفضت # دفعة. حدّث بطاقتك وإلا توقف وصول عملائك المحتملين في {date}.}}',
  'Your Data Wallet is empty, so new leads have stopped.': 'محفظة البيانات فارغة، فتوقف وصول العملاء المحتملين الجدد.',
  '{count, plural, one {The prepaid leads of {campaign} are used up, so new leads have stopped.} other {The prepaid leads of # campaigns are used up, so new leads have stopped.}}':
    '{count, plural, zero {نفد الرصيد المدفوع مسبقًا، فتوقف وصول العملاء المحتملين الجدد.} one {نفد العملاء المحتملون المدفوعون مسبقًا لحملة {campaign}، فتوقف وصول الجدد.} two {نفد العملاء المحتملون المدفوعون مسبقًا لحملتين، فتوقف وصول الجدد.} few {نفد العملاء المحتملون المدفوعون مسبقًا لـ # حملات، فتوقف وصول الجدد.} many {نفد العملاء المحتملون المدفوعون مسبقًا لـ # حملة، فتوقف وصول الجدد.} other {نفد العملاء المحتملون المدفوعون مسبقًا لـ # حملة، فتوقف وصول الجدد.}}',
  '{count, plural, one {# payment of a client waits} other {# payments of clients wait}} until you connect a payment account.':
    '{count, plural, zero {لا دفعات تنتظر} one {دفعة واحدة من عميل تنتظر} two {دفعتان من العملاء تنتظران} few {# دفعات من العملاء تنتظر} many {# دفعة من العملاء تنتظر} other {# دفعة من العملاء تنتظر}} حتى تربط حساب دفع.',

  // What refused calls say of an account that is held back.
  'Your last payment failed. Update your card first.': 'فشلت آخر دفعة لك. حدّث بطاقتك أولًا.',
  'Your setup isn’t complete. Finish it in Profile Setup first.':
    'لم يكتمل إعداد حسابك. أكمله في إعداد الملف الشخصي أولًا.',
}
