/** Sign-in and errors of any call: the texts that visitors need before the whole catalog is loaded. */
export const messages: Record<string, string> = {
  'Too many requests. Try again in a minute.': 'طلبات كثيرة جدًا. حاول مرة أخرى بعد دقيقة.',
  'Too many requests. Try again in {minutes} minutes.':
    'طلبات كثيرة جدًا. الدقائق المتبقية حتى المحاولة التالية: {minutes}.',
  'Too many attempts. Try again in a minute or reset your password.':
    'محاولات كثيرة جدًا. حاول مرة أخرى بعد دقيقة أو أعد تعيين كلمة مرورك.',
  'Too many attempts. Try again in {n} minutes or reset your password.':
    'محاولات كثيرة جدًا. الدقائق المتبقية حتى المحاولة التالية: {n}. يمكنك أيضًا إعادة تعيين كلمة مرورك.',
  Email: 'البريد الإلكتروني',
  'Blocked from crawling (Needs manual review at your url)': 'الزحف محظور (يلزم فحص يدوي لعنوانك)',
  'Welcome back': 'مرحبًا بعودتك',
  'Sign in to manage your campaigns and leads.': 'سجّل الدخول لإدارة حملاتك وعملائك المحتملين.',
  'Know who visits. Reach who matters.': 'اعرف من يزورك، وتواصل مع من يهمّك.',
  'Turn your site’s visitors into people you can talk to.': 'حوّل زوار موقعك إلى أشخاص يمكنك التحدث إليهم.',
  Password: 'كلمة المرور',
  'Forgot your password?': 'هل نسيت كلمة المرور؟',
  'Show password': 'إظهار كلمة المرور',
  'Create an account': 'إنشاء حساب',
  'Sign in': 'تسجيل الدخول',
  'Signing in…': 'جارٍ تسجيل الدخول…',
  'Enter your email address.': 'أدخل عنوان بريدك الإلكتروني.',
  'Enter your password.': 'أدخل كلمة المرور.',
  'Light theme': 'المظهر الفاتح',
  'Privacy Policy': 'سياسة الخصوصية',
  'Terms of Use': 'شروط الاستخدام',
  'Dark theme': 'المظهر الداكن',
  'Something went wrong, please try again later': 'حدث خطأ ما، يُرجى المحاولة مرة أخرى لاحقًا',
  'Server might be busy please try again later': 'قد يكون الخادم مشغولًا، يُرجى المحاولة مرة أخرى لاحقًا',
  'Nothing has changed, because you didn’t confirm your identity.': 'لم يتغيّر شيء لأنك لم تؤكّد هويتك.',
  'No connection to the server. Check your network and try again.':
    'لا يوجد اتصال بالخادم. تحقق من الشبكة ثم أعد المحاولة.',
  'Something Went Wrong': 'حدث خطأ ما',
  "We're sorry, an error occurred while loading the page.": 'نعتذر، حدث خطأ أثناء تحميل الصفحة.',
  'Please try again later or contact the administrator.': 'يُرجى المحاولة لاحقًا أو التواصل مع المسؤول.',
  Retry: 'إعادة المحاولة',
}

/** Server messages (contract/core/errors.ts). */
export const serverTexts: Record<string, string> = {
  'The request could not be read.': 'تعذّرت قراءة الطلب.',
  'The sealed body could not be opened.': 'تعذّر فتح محتوى الطلب المشفّر.',
  'Unauthenticated.': 'لم يتم تسجيل الدخول.',
  'These credentials do not match our records.': 'بيانات الدخول هذه لا تطابق سجلاتنا.',
  'This sign-in has expired. Please sign in again.': 'انتهت صلاحية تسجيل الدخول هذا. يُرجى تسجيل الدخول من جديد.',
  'Confirm that you’re not a robot.': 'أكّد أنك لست روبوتًا.',
  'Confirm your identity to continue.': 'أكّد هويتك للمتابعة.',
  'This token lacks the required scope.': 'لا يملك هذا الرمز النطاق المطلوب.',
  'You don’t have permission to do this.': 'ليس لديك إذن للقيام بهذا.',
  'The page you requested could not be found.': 'تعذّر العثور على الصفحة المطلوبة.',
  'This link no longer works. Ask for a new one.': 'لم يعد هذا الرابط صالحًا. اطلب رابطًا جديدًا.',
  'Someone else changed this while you were editing.': 'غيّر شخص آخر هذا أثناء تعديلك.',
  'The ID was created with a clock that is off by more than a day.': 'أُنشئ المعرّف بساعة يزيد فرقها عن يوم.',
  'The request is too large.': 'حجم الطلب كبير جدًا.',
  'The given data was invalid.': 'البيانات المُدخلة غير صالحة.',
  'Too many requests. Please try again later.': 'طلبات كثيرة جدًا. يُرجى المحاولة لاحقًا.',
}
