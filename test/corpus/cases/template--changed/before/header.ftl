<h1>Roads</h1>
