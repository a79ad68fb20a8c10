export { ForgotPage } from './forgotPage.tsx';
export { InvitationPage } from './invitationPage.tsx';
export { ResetPage } from './resetPage.tsx';
export { SignInPage } from './signInPage.tsx';
export { SignUpPage } from './signUpPage.tsx';
export { VerifyPage } from './verifyPage.tsx';
