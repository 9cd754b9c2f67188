import classes from './SignInScreen.module.css'

/** The mark of Larder, and beside it the title of a screen that is shown before the sign-in. */
export const Brand = ({ title }: { title: string }) => (
  <div className={classes.brand}>
    <img src="/icons/icon.svg" alt="" width={48} height={48} />
    <h1>{title}</h1>
  </div>
)
