<h1>Ways</h1>
